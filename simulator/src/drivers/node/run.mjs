// The node driver against a simulated deployment: what an application does, and a failover in the middle of it.
// BOWLINE_URI names the deployment, BOWLINE_CONTROL its control channel, BOWLINE_SHAPE what it is.
import assert from 'node:assert/strict';
import { MongoClient } from 'mongodb';

const { BOWLINE_URI: uri, BOWLINE_CONTROL: control, BOWLINE_SHAPE: shape } = process.env;
const replicated = shape !== 'standalone';

async function post(path, body) {
  const response = await fetch(new URL(path, control), { method: 'POST', body });
  assert.equal(response.status, 200, `${path}: ${await response.clone().text()}`);
  return response.json();
}

async function step(name, action) {
  const start = Date.now();
  await action();
  console.log(`ok ${name} (${Date.now() - start} ms)`);
}

const client = new MongoClient(uri, { appName: 'node', serverSelectionTimeoutMS: 20000, socketTimeoutMS: 5000 });
await client.connect();
const db = client.db('node');
await db.dropDatabase();
const orders = db.collection('orders');

await step('create, read, update, delete', async () => {
  await orders.insertMany(Array.from({ length: 250 }, (_, i) => ({ _id: i, n: i % 10 })));
  assert.equal(await orders.countDocuments({ n: 3 }), 25);
  assert.equal((await orders.find({}, { batchSize: 40 }).sort({ _id: 1 }).toArray()).length, 250);
  assert.equal((await orders.updateMany({ n: 3 }, { $inc: { n: 100 } })).modifiedCount, 25);
  assert.equal((await orders.findOneAndUpdate({ _id: 1 }, { $set: { x: 1 } }, { returnDocument: 'after' })).x, 1);
  assert.equal((await orders.deleteMany({ n: 103 })).deletedCount, 25);
  const groups = await orders.aggregate([{ $group: { _id: '$n', count: { $sum: 1 } } }, { $sort: { _id: 1 } }]).toArray();
  assert.equal(groups[0].count, 25);
  const bulk = await orders.bulkWrite([{ insertOne: { document: { _id: 'a' } } },
    { updateOne: { filter: { _id: 'b' }, update: { $set: { y: 2 } }, upsert: true } }, { deleteOne: { filter: { _id: 'a' } } }]);
  assert.equal(bulk.upsertedCount, 1);
  await assert.rejects(orders.insertOne({ _id: 'b' }), error => error.code === 11000);
});

await step('catalog', async () => {
  await orders.createIndex({ n: 1 }, { unique: false });
  assert.equal((await orders.indexes()).length, 2);
  assert.ok((await db.listCollections().toArray()).some(c => c.name === 'orders'));
  assert.ok((await client.db('admin').admin().listDatabases()).databases.some(d => d.name === 'node'));
  assert.ok((await client.db('admin').command({ buildInfo: 1 })).version);
});

if (replicated) {
  await step('session and transaction', async () => {
    await client.withSession(session => session.withTransaction(async () => {
      await orders.insertOne({ _id: 't1' }, { session });
      await orders.updateOne({ _id: 't1' }, { $set: { done: true } }, { session });
    }));
    assert.equal((await orders.findOne({ _id: 't1' })).done, true);
    const session = client.startSession();
    session.startTransaction();
    await orders.insertOne({ _id: 't2' }, { session });
    await session.abortTransaction();
    await session.endSession();
    assert.equal(await orders.findOne({ _id: 't2' }), null);
  });

  await step('change stream', async () => {
    const stream = orders.watch();
    await stream.tryNext();
    await orders.insertOne({ _id: 'watched', list: [1] });
    await orders.updateOne({ _id: 'watched' }, { $push: { list: 2 } });
    assert.equal((await stream.next()).operationType, 'insert');
    assert.deepEqual((await stream.next()).updateDescription.updatedFields, { 'list.1': 2 });
    await stream.close();
  });

  await step('retried write after a broken connection', async () => {
    await post('/forget');
    // Of two routers only one fails: the other one is where the write is tried again.
    const where = shape === 'sharded' ? '0' : 'all';
    await post(`/fail-point?member=${where}`, JSON.stringify({ configureFailPoint: 'failCommand', mode: { times: 1 },
      data: { failCommands: ['insert'], closeConnection: true } }));
    let activity;
    for (let i = 0; i < 50 && !activity?.retriedWrites; i++) {
      await orders.insertOne({ _id: `retried-${i}` });
      activity = await (await fetch(new URL('/activity', control))).json();
    }
    await post('/fail-point?member=all', JSON.stringify({ configureFailPoint: 'failCommand', mode: 'off' }));
    assert.equal(activity.retriedWrites, 1);
    assert.ok(activity.clients.some(c => c.name === 'node'));
  });
}

if (shape === 'replicaSet') {
  for (const [fault, cure] of [['/step-down?for=1s', null], ['/kill?member=primary', '/reset'], ['/freeze?member=primary', '/reset']]) {
    await step(`writes through ${fault}`, async () => {
      const acknowledged = [];
      let stop = false;
      const stream = orders.watch([{ $match: { operationType: 'insert' } }]);
      const seen = new Set();
      stream.on('change', event => seen.add(event.documentKey._id));
      stream.on('error', error => { console.log('change stream:', error); process.exit(1); });
      await new Promise(resolve => setTimeout(resolve, 300));
      const writer = (async () => {
        for (let i = 0; !stop; i++) {
          const _id = `${fault}-${i}`;
          try {
            await orders.insertOne({ _id }, { writeConcern: { w: 'majority' } });
            acknowledged.push(_id);
          } catch (error) {
            // A frozen primary may use up both attempts, and this driver makes no second one if its monitor was the first to
            // notice: then the application does it again.
            if (!error.hasErrorLabel?.('RetryableWriteError') && !error.name.startsWith('MongoNetwork')) throw error;
          }
        }
      })();
      await new Promise(resolve => setTimeout(resolve, 200));
      await post(fault);
      const before = acknowledged.length;
      const limit = Date.now() + 30000;
      while (acknowledged.length < before + 20 && Date.now() < limit) await new Promise(resolve => setTimeout(resolve, 20));
      stop = true;
      await writer;
      if (cure) await post(cure);
      const found = new Set((await orders.find({ _id: { $in: acknowledged } }).toArray()).map(d => d._id));
      assert.ok(acknowledged.length >= before + 20, 'writes went on');
      assert.equal(found.size, acknowledged.length, 'every acknowledged write is there');
      while (acknowledged.some(id => !seen.has(id)) && Date.now() < limit) await new Promise(resolve => setTimeout(resolve, 20));
      assert.deepEqual(acknowledged.filter(id => !seen.has(id)), [], 'the change stream missed none');
      await stream.close();
    });
  }
  await step('reads of secondaries', async () => {
    assert.ok(await orders.findOne({ _id: 'b' }, { readPreference: 'secondary' }));
  });
}
await client.close();
console.log('done');
