/** GridFS: files of any size in two collections, built on the public client alone. */
@org.jspecify.annotations.NullMarked
package dev.bowline.gridfs;
