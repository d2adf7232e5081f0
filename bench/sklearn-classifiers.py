"""Times one scikit-learn classifier on rows that bench/classifiers.ts has written; prints one line of JSON.

Arguments: classifier (svm, knn, extra-trees), folder, training rows, test rows, features.
"""

import json
import sys
import time

import numpy

name, folder, train_rows, test_rows, features = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6])


def read(file, kind, *shape):
    return numpy.fromfile(f"{folder}/{file}", kind).reshape(shape)


train, labels = read("train", "<f8", train_rows, features), read("labels", "<i4", train_rows)
test = read("test", "<f8", test_rows, features)

if name == "svm":
    from sklearn.svm import SVC

    model = SVC()
elif name == "knn":
    from sklearn.neighbors import KNeighborsClassifier

    model = KNeighborsClassifier(1, algorithm="brute")
else:
    from sklearn.ensemble import ExtraTreesClassifier

    model = ExtraTreesClassifier(50, random_state=0)

start = time.perf_counter()
model.fit(train, labels)
trained = time.perf_counter()
predictions = model.predict(test)
end = time.perf_counter()
print(
    json.dumps(
        {"trainSeconds": trained - start, "predictSeconds": end - trained, "predictions": predictions.tolist()}
    )
)
