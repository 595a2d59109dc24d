"""PyMongo against a simulated deployment: what an application does, and a failover in the middle of it."""
import json
import os
import threading
import time
import urllib.request

import pymongo
from pymongo import MongoClient, InsertOne, UpdateOne, DeleteOne, ReadPreference, WriteConcern
from pymongo.errors import DuplicateKeyError, PyMongoError

URI = os.environ["BOWLINE_URI"]
CONTROL = os.environ["BOWLINE_CONTROL"]
SHAPE = os.environ["BOWLINE_SHAPE"]


def post(path, body=""):
    request = urllib.request.Request(CONTROL.rstrip("/") + path, data=body.encode(), method="POST")
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def activity():
    with urllib.request.urlopen(CONTROL.rstrip("/") + "/activity") as response:
        return json.load(response)


def until(condition, seconds=30):
    limit = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < limit, "waited too long"
        time.sleep(0.02)


def step(function):
    start = time.monotonic()
    function()
    print("ok %s (%d ms)" % (function.__name__, (time.monotonic() - start) * 1000), flush=True)


client = MongoClient(URI, appname="python", serverSelectionTimeoutMS=20000, socketTimeoutMS=5000)
db = client.python
orders = db.orders


def crud():
    client.drop_database("python")
    orders.insert_many([{"_id": i, "n": i % 10} for i in range(250)])
    assert orders.count_documents({"n": 3}) == 25
    assert len(list(orders.find({}, batch_size=40).sort("_id", 1))) == 250
    assert orders.update_many({"n": 3}, {"$inc": {"n": 100}}).modified_count == 25
    assert orders.find_one_and_update({"_id": 1}, {"$set": {"x": 1}}, return_document=True)["x"] == 1
    assert orders.delete_many({"n": 103}).deleted_count == 25
    groups = list(orders.aggregate([{"$group": {"_id": "$n", "count": {"$sum": 1}}}, {"$sort": {"_id": 1}}]))
    assert groups[0]["count"] == 25
    result = orders.bulk_write([InsertOne({"_id": "a"}), UpdateOne({"_id": "b"}, {"$set": {"y": 2}}, upsert=True),
                                DeleteOne({"_id": "a"})])
    assert result.upserted_count == 1
    try:
        orders.insert_one({"_id": "b"})
        raise AssertionError("a second b")
    except DuplicateKeyError:
        pass
    assert orders.with_options(write_concern=WriteConcern(w=0)).insert_one({"_id": "unacknowledged"}).acknowledged is False
    until(lambda: orders.find_one({"_id": "unacknowledged"}))


def catalog():
    orders.create_index("n", name="by_n")
    assert "by_n" in orders.index_information()
    assert "orders" in db.list_collection_names()
    assert "python" in client.list_database_names()
    assert client.server_info()["version"]
    assert client.admin.command("serverStatus")["ok"] == 1


def transaction():
    with client.start_session() as session:
        session.with_transaction(lambda s: (orders.insert_one({"_id": "t1"}, session=s),
                                            orders.update_one({"_id": "t1"}, {"$set": {"done": True}}, session=s)))
        assert orders.find_one({"_id": "t1"})["done"]
        session.start_transaction()
        orders.insert_one({"_id": "t2"}, session=session)
        session.abort_transaction()
    assert orders.find_one({"_id": "t2"}) is None


def change_stream():
    with orders.watch(max_await_time_ms=200) as stream:
        orders.insert_one({"_id": "watched", "list": [1]})
        orders.update_one({"_id": "watched"}, {"$push": {"list": 2}})
        assert next(stream)["operationType"] == "insert"
        assert next(stream)["updateDescription"]["updatedFields"] == {"list.1": 2}


def retried_write():
    post("/forget")
    # Of two routers only one fails: the other one is where the write is tried again.
    where = "0" if SHAPE == "sharded" else "all"
    post("/fail-point?member=" + where, json.dumps({"configureFailPoint": "failCommand", "mode": {"times": 1},
                                                   "data": {"failCommands": ["insert"], "closeConnection": True}}))
    for i in range(50):
        orders.insert_one({"_id": "retried-%d" % i})
        if activity()["retriedWrites"]:
            break
    post("/fail-point?member=all", json.dumps({"configureFailPoint": "failCommand", "mode": "off"}))
    assert activity()["retriedWrites"] == 1
    assert any(c["name"] == "python" for c in activity()["clients"])


def causal_session():
    with client.start_session(causal_consistency=True) as session:
        orders.update_one({"_id": 1}, {"$set": {"causal": 1}}, session=session)
        secondary = orders.with_options(read_preference=ReadPreference.SECONDARY)
        assert secondary.find_one({"_id": 1}, session=session)["causal"] == 1


def failover(fault, cure):
    acknowledged, failed, stop = [], [], threading.Event()
    majority = orders.with_options(write_concern=WriteConcern(w="majority"))

    def write():
        i = 0
        while not stop.is_set():
            name = "%s-%d" % (fault, i)
            i += 1
            try:
                majority.insert_one({"_id": name})
                acknowledged.append(name)
            except PyMongoError as error:
                failed.append(error)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        until(lambda: len(acknowledged) >= 10)
        post(fault)
        before = len(acknowledged)
        until(lambda: len(acknowledged) >= before + 20)
    finally:
        stop.set()
        thread.join()
    if cure:
        post(cure)
    assert orders.count_documents({"_id": {"$in": acknowledged}}) == len(acknowledged)


def step_down():
    failover("/step-down?for=1s", None)


def kill():
    failover("/kill?member=primary", "/reset")


def freeze():
    failover("/freeze?member=primary", "/reset")


print("PyMongo " + pymongo.version)
steps = [crud, catalog]
if SHAPE != "standalone":
    steps += [transaction, change_stream, retried_write]
if SHAPE == "replicaSet":
    steps += [causal_session, step_down, kill, freeze]
for each in steps:
    step(each)
client.close()
print("done")
