package dev.bowline;
final class AsyncMongoClient {
    AsyncMongoClient(MongoClient c) {}
}
