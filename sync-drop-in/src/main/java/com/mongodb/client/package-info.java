/**
 * The one class of the official package that frameworks call to make a client. The rest of the package comes from the
 * official jar, so this module works on the class path only. No locks and no threads.
 */
@NullMarked
package com.mongodb.client;

import org.jspecify.annotations.NullMarked;
