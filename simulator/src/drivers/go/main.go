// The Go driver against a simulated deployment: what an application does, and a failover in the middle of it.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"
	"go.mongodb.org/mongo-driver/mongo/readpref"
	"go.mongodb.org/mongo-driver/mongo/writeconcern"
)

var (
	uri     = os.Getenv("BOWLINE_URI")
	control = strings.TrimSuffix(os.Getenv("BOWLINE_CONTROL"), "/")
	shape   = os.Getenv("BOWLINE_SHAPE")
	ctx     = context.Background()
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func require(condition bool, what string) {
	if !condition {
		panic(what)
	}
}

func post(path, body string) {
	response, err := http.Post(control+path, "application/json", strings.NewReader(body))
	check(err)
	text, _ := io.ReadAll(response.Body)
	response.Body.Close()
	require(response.StatusCode == 200, path+": "+string(text))
}

func activity() map[string]interface{} {
	response, err := http.Get(control + "/activity")
	check(err)
	defer response.Body.Close()
	var result map[string]interface{}
	check(json.NewDecoder(response.Body).Decode(&result))
	return result
}

func step(name string, action func()) {
	start := time.Now()
	action()
	fmt.Printf("ok %s (%d ms)\n", name, time.Since(start).Milliseconds())
}

func main() {
	client, err := mongo.Connect(ctx, options.Client().ApplyURI(uri).SetAppName("go").
		SetServerSelectionTimeout(20*time.Second).SetSocketTimeout(5*time.Second))
	check(err)
	db := client.Database("godriver")
	check(db.Drop(ctx))
	orders := db.Collection("orders")

	step("create, read, update, delete", func() {
		var documents []interface{}
		for i := 0; i < 250; i++ {
			documents = append(documents, bson.M{"_id": i, "n": i % 10})
		}
		_, err := orders.InsertMany(ctx, documents)
		check(err)
		count, err := orders.CountDocuments(ctx, bson.M{"n": 3})
		check(err)
		require(count == 25, "count")
		cursor, err := orders.Find(ctx, bson.M{}, options.Find().SetBatchSize(40).SetSort(bson.M{"_id": 1}))
		check(err)
		var all []bson.M
		check(cursor.All(ctx, &all))
		require(len(all) == 250, "find")
		updated, err := orders.UpdateMany(ctx, bson.M{"n": 3}, bson.M{"$inc": bson.M{"n": 100}})
		check(err)
		require(updated.ModifiedCount == 25, "update")
		deleted, err := orders.DeleteMany(ctx, bson.M{"n": 103})
		check(err)
		require(deleted.DeletedCount == 25, "delete")
		bulk, err := orders.BulkWrite(ctx, []mongo.WriteModel{mongo.NewInsertOneModel().SetDocument(bson.M{"_id": "a"}),
			mongo.NewUpdateOneModel().SetFilter(bson.M{"_id": "b"}).SetUpdate(bson.M{"$set": bson.M{"y": 2}}).SetUpsert(true),
			mongo.NewDeleteOneModel().SetFilter(bson.M{"_id": "a"})})
		check(err)
		require(bulk.UpsertedCount == 1, "bulk")
		_, err = orders.InsertOne(ctx, bson.M{"_id": "b"})
		require(mongo.IsDuplicateKeyError(err), "duplicate")
	})

	step("catalog", func() {
		_, err := orders.Indexes().CreateOne(ctx, mongo.IndexModel{Keys: bson.D{{Key: "n", Value: 1}}})
		check(err)
		names, err := db.ListCollectionNames(ctx, bson.M{})
		check(err)
		require(len(names) == 1, "collections")
		_, err = client.ListDatabaseNames(ctx, bson.M{})
		check(err)
	})

	if shape != "standalone" {
		step("transaction", func() {
			session, err := client.StartSession()
			check(err)
			defer session.EndSession(ctx)
			_, err = session.WithTransaction(ctx, func(inside mongo.SessionContext) (interface{}, error) {
				return orders.InsertOne(inside, bson.M{"_id": "t1"})
			})
			check(err)
			require(orders.FindOne(ctx, bson.M{"_id": "t1"}).Err() == nil, "committed")
		})
		step("change stream", func() {
			stream, err := orders.Watch(ctx, mongo.Pipeline{})
			check(err)
			defer stream.Close(ctx)
			_, err = orders.InsertOne(ctx, bson.M{"_id": "watched", "list": bson.A{1}})
			check(err)
			_, err = orders.UpdateOne(ctx, bson.M{"_id": "watched"}, bson.M{"$push": bson.M{"list": 2}})
			check(err)
			require(stream.Next(ctx), "first event")
			require(stream.Next(ctx), "second event")
			require(strings.Contains(stream.Current.String(), "list.1"), stream.Current.String())
		})
		step("retried write after a broken connection", func() {
			post("/forget", "")
			// Of two routers only one fails: the other one is where the write is tried again.
			where := "all"
			if shape == "sharded" {
				where = "0"
			}
			post("/fail-point?member="+where, `{"configureFailPoint": "failCommand", "mode": {"times": 1},
				"data": {"failCommands": ["insert"], "closeConnection": true}}`)
			for i := 0; i < 50 && activity()["retriedWrites"].(float64) == 0; i++ {
				_, err := orders.InsertOne(ctx, bson.M{"_id": fmt.Sprintf("retried-%d", i)})
				check(err)
			}
			post("/fail-point?member=all", `{"configureFailPoint": "failCommand", "mode": "off"}`)
			require(activity()["retriedWrites"].(float64) == 1, "one retry")
		})
	}

	if shape == "replicaSet" {
		for _, fault := range [][]string{{"/step-down?for=1s", ""}, {"/kill?member=primary", "/reset"},
			{"/freeze?member=primary", "/reset"}} {
			fault := fault
			step("writes through "+fault[0], func() { failover(orders, fault[0], fault[1]) })
		}
		step("reads of secondaries", func() {
			clone, err := orders.Clone(options.Collection().SetReadPreference(readpref.Secondary()))
			check(err)
			check(clone.FindOne(ctx, bson.M{"_id": "b"}).Err())
		})
	}
	check(client.Disconnect(ctx))
	fmt.Println("done")
}

func failover(orders *mongo.Collection, fault, cure string) {
	majority, err := orders.Clone(options.Collection().SetWriteConcern(writeconcern.New(writeconcern.WMajority())))
	check(err)
	var acknowledged []string
	struck, needed := false, 10
	limit := time.Now().Add(30 * time.Second)
	for i := 0; len(acknowledged) < needed; i++ {
		require(time.Now().Before(limit), "writes did not go on")
		id := fmt.Sprintf("%s-%d", fault, i)
		// A frozen primary may use up both attempts; then the application may do it again.
		if _, err := majority.InsertOne(ctx, bson.M{"_id": id}); err == nil {
			acknowledged = append(acknowledged, id)
		}
		if len(acknowledged) == needed && !struck {
			struck, needed = true, needed+20
			post(fault, "")
		}
	}
	if cure != "" {
		post(cure, "")
	}
	count, err := orders.CountDocuments(ctx, bson.M{"_id": bson.M{"$in": acknowledged}})
	check(err)
	require(int(count) == len(acknowledged), "every acknowledged write is there")
}
