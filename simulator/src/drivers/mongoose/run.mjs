// Mongoose against a simulated deployment: the features that its users know, each with an assertion.
import assert from 'node:assert/strict';
import mongoose from 'mongoose';

const { BOWLINE_URI: uri, BOWLINE_CONTROL: control, BOWLINE_SHAPE: shape } = process.env;
const replicated = shape !== 'standalone';
const { Schema } = mongoose;
let failures = 0;

async function step(name, action) {
  try {
    await action();
    console.log(`ok ${name}`);
  } catch (error) {
    failures++;
    console.log(`not ok ${name}: ${error.stack}`);
  }
}

await mongoose.connect(uri, { dbName: 'mongoose', serverSelectionTimeoutMS: 20000 });
await mongoose.connection.dropDatabase();

const Address = new Schema({ street: String, city: { type: String, required: true } });
const PersonSchema = new Schema({
  name: { type: String, required: true, trim: true },
  email: { type: String, unique: true, sparse: true, lowercase: true },
  age: { type: Number, min: 0, index: true },
  tags: [String],
  born: Date,
  balance: mongoose.Types.Decimal128,
  address: Address,
  homes: [Address],
  settings: { type: Map, of: String },
  any: Schema.Types.Mixed,
  friends: [{ type: Schema.Types.ObjectId, ref: 'Person' }],
  hooked: Boolean,
}, { timestamps: true, optimisticConcurrency: true });
PersonSchema.virtual('adult').get(function () { return this.age >= 18; });
const Person = mongoose.model('Person', PersonSchema);

const Hooked = new Schema({ n: Number, log: [String] });
Hooked.pre('save', function () { this.log.push('saved'); });
Hooked.post('findOneAndUpdate', doc => { if (doc) doc.seen = true; });
const Hook = mongoose.model('Hook', Hooked);

await step('indexes', async () => {
  await Person.init();
  await Person.syncIndexes();
  const names = (await Person.listIndexes()).map(i => i.name).sort();
  assert.deepEqual(names, ['_id_', 'age_1', 'email_1']);
});

await step('create and validate', async () => {
  const ada = await Person.create({ name: '  Ada ', email: 'ADA@example.com', age: 36, tags: ['a', 'b'], born: new Date(0),
    balance: '12.50', address: { city: 'London' }, homes: [{ city: 'London' }, { city: 'Paris' }], settings: { theme: 'dark' },
    any: { deep: [1, { two: 2 }] } });
  assert.equal(ada.name, 'Ada');
  assert.equal(ada.email, 'ada@example.com');
  assert.ok(ada.createdAt);
  await assert.rejects(Person.create({ age: -1 }), { name: 'ValidationError' });
  await assert.rejects(Person.create({ name: 'Eve', email: 'ada@example.com' }), error => error.code === 11000);
  await assert.rejects(Person.create({ name: 'Eve', address: {} }), { name: 'ValidationError' });
});

await step('read back with every type', async () => {
  const ada = await Person.findOne({ name: 'Ada' });
  assert.equal(ada.balance.toString(), '12.50');
  assert.equal(ada.born.getTime(), 0);
  assert.equal(ada.settings.get('theme'), 'dark');
  assert.equal(ada.any.deep[1].two, 2);
  assert.equal(ada.homes[1].city, 'Paris');
  assert.ok(ada.adult);
  assert.equal((await Person.findOne({ name: 'Ada' }).lean()).homes.length, 2);
});

await step('save what changed', async () => {
  const ada = await Person.findOne({ name: 'Ada' });
  ada.tags.push('c');
  ada.homes[0].street = 'Main';
  ada.homes.push({ city: 'Rome' });
  ada.settings.set('size', 'big');
  ada.set('any.deep', []);
  await ada.save();
  const again = await Person.findById(ada._id);
  assert.deepEqual([...again.tags], ['a', 'b', 'c']);
  assert.equal(again.homes[0].street, 'Main');
  assert.equal(again.homes.length, 3);
  assert.equal(again.settings.get('size'), 'big');
  again.homes.id(again.homes[1]._id).deleteOne();
  again.tags.pull('b');
  await again.save();
  assert.deepEqual((await Person.findById(ada._id)).homes.map(h => h.city), ['London', 'Rome']);
});

await step('optimistic concurrency', async () => {
  const one = await Person.findOne({ name: 'Ada' });
  const other = await Person.findOne({ name: 'Ada' });
  one.age = 37;
  await one.save();
  other.age = 38;
  await assert.rejects(other.save(), { name: 'VersionError' });
});

await step('queries', async () => {
  await Person.insertMany(Array.from({ length: 50 }, (_, i) => ({ name: `P${i}`, email: `p${i}@example.com`, age: i, tags: [`t${i % 5}`] })));
  assert.equal(await Person.countDocuments({ age: { $gte: 10, $lt: 20 } }), 10);
  assert.equal((await Person.find({ tags: 't3', age: { $gt: 20 } })).length, 6);
  assert.equal((await Person.find({ name: /^P1\d$/ })).length, 10);
  assert.equal((await Person.find({ $or: [{ age: 1 }, { age: 2 }] }).sort('-age').select('name -_id'))[0].name, 'P2');
  assert.equal((await Person.find().sort({ age: 1 }).skip(5).limit(3)).length, 3);
  assert.equal((await Person.find({ tags: { $in: ['t1', 't2'] }, age: { $nin: [1, 2] } })).length, 18);
  assert.equal((await Person.find({ homes: { $elemMatch: { city: 'Rome' } } })).length, 1);
  assert.equal((await Person.find({ email: { $exists: true } })).length, 51);
  assert.equal((await Person.distinct('tags', { age: { $lt: 10 } })).length, 5);
  assert.ok(await Person.exists({ name: 'P7' }));
  assert.equal(await Person.estimatedDocumentCount(), 51);
  let count = 0;
  for await (const person of Person.find({ name: /^P/ }).cursor({ batchSize: 7 })) count += person.age >= 0 ? 1 : 0;
  assert.equal(count, 50);
});

await step('updates', async () => {
  assert.equal((await Person.updateMany({ age: { $lt: 5 } }, { $inc: { age: 100 }, $push: { tags: { $each: ['x', 'y'], $slice: -2 } } })).modifiedCount, 5);
  const upserted = await Person.findOneAndUpdate({ name: 'New' }, { $setOnInsert: { age: 1 }, $set: { 'address.city': 'Oslo' } },
    { upsert: true, returnDocument: 'after', setDefaultsOnInsert: true });
  assert.equal(upserted.address.city, 'Oslo');
  assert.equal((await Person.updateOne({ name: 'New' }, { $unset: { age: 1 }, $addToSet: { tags: 'z' } })).modifiedCount, 1);
  assert.equal((await Person.replaceOne({ name: 'New' }, { name: 'Newer' })).modifiedCount, 1);
  assert.equal((await Person.findOneAndDelete({ name: 'Newer' })).name, 'Newer');
  await Person.updateOne({ name: 'Ada', 'homes.city': 'Rome' }, { $set: { 'homes.$.street': 'Via' } });
  assert.equal((await Person.findOne({ name: 'Ada' })).homes[1].street, 'Via');
  await Person.updateOne({ name: 'Ada' }, { $set: { 'homes.$[h].city': 'Milan' } }, { arrayFilters: [{ 'h.city': 'Rome' }] });
  assert.equal((await Person.findOne({ name: 'Ada' })).homes[1].city, 'Milan');
  const result = await Person.bulkWrite([{ insertOne: { document: { name: 'Bulk' } } },
    { updateOne: { filter: { name: 'Bulk' }, update: { age: 5 } } }, { deleteOne: { filter: { name: 'P49' } } }]);
  assert.equal(result.deletedCount, 1);
  const people = await Person.find({ name: { $in: ['P1', 'P2'] } });
  people.forEach(p => { p.age = 77; });
  await Person.bulkSave(people);
  assert.equal(await Person.countDocuments({ age: 77 }), 2);
});

await step('populate', async () => {
  const [one, two] = await Person.find({ name: { $in: ['P10', 'P11'] } });
  await Person.updateOne({ name: 'Ada' }, { friends: [one._id, two._id] });
  const ada = await Person.findOne({ name: 'Ada' }).populate({ path: 'friends', select: 'name', options: { sort: { name: -1 } } });
  assert.deepEqual(ada.friends.map(f => f.name).sort(), ['P10', 'P11']);
});

await step('hooks', async () => {
  const hook = await Hook.create({ n: 1 });
  assert.deepEqual([...hook.log], ['saved']);
  await Hook.findOneAndUpdate({ n: 1 }, { n: 2 });
  assert.equal(await Hook.countDocuments({ n: 2 }), 1);
});

await step('discriminators', async () => {
  const Shape = mongoose.model('Shape', new Schema({ colour: String }, { discriminatorKey: 'kind' }));
  const Circle = Shape.discriminator('Circle', new Schema({ radius: Number }));
  const Square = Shape.discriminator('Square', new Schema({ side: Number }));
  await Circle.create({ colour: 'red', radius: 1 });
  await Square.create({ colour: 'blue', side: 2 });
  assert.equal((await Circle.find()).length, 1);
  assert.ok((await Shape.find({ colour: 'blue' }))[0] instanceof Square);
});

await step('aggregate', async () => {
  const groups = await Person.aggregate([{ $match: { name: /^P/ } }, { $unwind: '$tags' },
    { $group: { _id: '$tags', n: { $sum: 1 }, oldest: { $max: '$age' } } }, { $sort: { _id: 1 } },
    { $project: { tag: '$_id', n: 1, oldest: 1, _id: 0 } }]);
  assert.ok(groups.length >= 5 && groups.every(g => g.tag && g.n > 0));
  const joined = await Person.aggregate([{ $match: { name: 'Ada' } },
    { $lookup: { from: 'people', localField: 'friends', foreignField: '_id', as: 'found' } }, { $addFields: { n: { $size: '$found' } } }]);
  assert.equal(joined[0].n, 2);
  const facets = await Person.aggregate([{ $facet: { total: [{ $count: 'n' }], old: [{ $match: { age: { $gt: 40 } } }, { $count: 'n' }] } }]);
  assert.ok(facets[0].total[0].n > facets[0].old[0].n);
});

if (replicated) {
  await step('transactions', async () => {
    await mongoose.connection.transaction(async session => {
      await Person.create([{ name: 'In' }, { name: 'Also in' }], { session, ordered: true });
      assert.equal(await Person.countDocuments({ name: 'In' }).session(session), 1);
    });
    assert.ok(await Person.exists({ name: 'Also in' }));
    await assert.rejects(mongoose.connection.transaction(async session => {
      await Person.create([{ name: 'Out' }], { session });
      throw new Error('no');
    }), /no/);
    assert.equal(await Person.exists({ name: 'Out' }), null);
  });
  await step('change stream', async () => {
    const stream = Hook.watch([], { fullDocument: 'updateLookup' });
    const events = [];
    stream.on('change', event => events.push(event));
    await new Promise(resolve => setTimeout(resolve, 500));
    await Hook.create({ n: 5 });
    const limit = Date.now() + 10000;
    while (events.length < 1 && Date.now() < limit) await new Promise(resolve => setTimeout(resolve, 20));
    assert.equal(events[0].fullDocument.n, 5);
    await stream.close();
  });
}

if (shape === 'replicaSet') {
  await step('a failover', async () => {
    for (const order of ['/step-down?for=1s', '/kill?member=primary']) {
      assert.equal((await fetch(new URL(order, control), { method: 'POST' })).status, 200);
      await Hook.create({ n: 100 });
    }
    await fetch(new URL('/reset', control), { method: 'POST' });
    assert.equal(await Hook.countDocuments({ n: 100 }), 2);
  });
}
await mongoose.disconnect();
console.log(failures ? `${failures} failed` : 'done');
process.exit(failures ? 1 : 0);
