"""NeuroFS as it is usually run: dense matrices of PyTorch times masks. Written from the paper (Atashgahi et al., TMLR 2023),
with the gradient of the loss for growth, as in this project. Prints JSON: seconds an epoch, peak memory, the best features.

    python bench/peers/masked_neurofs.py FOLDER ROWS FEATURES CLASSES EPOCHS K BATCH SAMPLE THREADS

FOLDER holds `train` (float32, [row][feature], scaled) and `labels` (int32). Masks are applied to the gradients, so that
weights outside them stay 0: the cheapest way to mask.
"""
import json
import math
import resource
import sys
import time

import numpy as np
import torch

folder = sys.argv[1]
rows, features, classes, epochs, k, batch, sample, threads = map(int, sys.argv[2:])
ZETA_IN, ZETA_HIDDEN, ALPHA, EPSILON = 0.2, 0.3, 0.65, 30
torch.set_num_threads(threads)
torch.manual_seed(1)
x = torch.from_numpy(np.fromfile(f"{folder}/train", dtype=np.float32).reshape(rows, features))
y = torch.from_numpy(np.fromfile(f"{folder}/labels", dtype=np.int32).astype(np.int64))

sizes = [features, 1000, 1000, 1000, classes]
layers = [torch.nn.Linear(a, b) for a, b in zip(sizes, sizes[1:])]
masks = []
for layer, a, b in zip(layers[:-1], sizes, sizes[1:]):
    torch.nn.init.xavier_uniform_(layer.weight)
    mask = torch.zeros(a * b, dtype=torch.float32)
    mask[torch.randperm(a * b)[: min(a * b, round(EPSILON * (a + b)))]] = 1
    masks.append(mask.view(b, a))
    layer.weight.data.mul_(masks[-1])
model = torch.nn.Sequential(*[m for layer in layers[:-1] for m in (layer, torch.nn.Tanh())], layers[-1])
optimiser = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9, weight_decay=1e-5)
loss_of = torch.nn.CrossEntropyLoss()


def backward(chosen):
    optimiser.zero_grad()
    loss_of(model(x[chosen]), y[chosen]).backward()


def set_connections(layer, mask, flat, value):
    """Drops or grows the connections at the flat places: weight and velocity 0, mask as given."""
    mask.view(-1)[flat] = value
    layer.weight.data.view(-1)[flat] = 0
    optimiser.state[layer.weight]["momentum_buffer"].view(-1)[flat] = 0


def drop_smallest(layer, mask, fraction):
    places = mask.view(-1).nonzero().flatten()
    count = int(fraction * len(places))
    sizes_of = layer.weight.data.view(-1)[places].abs()
    set_connections(layer, mask, places[sizes_of.topk(count, largest=False).indices], 0)


def grow_largest(layer, mask, allowed, count):
    scores = torch.where((mask == 0) & allowed, layer.weight.grad.abs(), -1.0)
    set_connections(layer, mask, scores.view(-1).topk(count).indices, 1)


removal_end = math.ceil(ALPHA * epochs)
to_remove = max(0, math.ceil((1 - ZETA_IN) * features - k))
removed = 0
started, processor = time.time(), time.process_time()
for epoch in range(1, epochs + 1):
    order = torch.randperm(rows)
    for start in range(0, rows, batch):
        backward(order[start : start + batch])
        for layer, mask in zip(layers, masks):
            layer.weight.grad.mul_(mask)
        optimiser.step()
    remove = math.ceil((to_remove - removed) / (removal_end - epoch)) if epoch < removal_end else 0
    wake = math.ceil(ZETA_IN * (1 - epoch / epochs) * removed)
    removed += remove
    if epoch == epochs:
        break
    backward(torch.randperm(rows)[:sample])
    before = int(masks[0].sum())
    active = masks[0].any(0)
    inactive = (~active).nonzero().flatten()
    strength = layers[0].weight.data.abs().sum(0)
    strength[~active] = math.inf
    wake = min(wake, len(inactive))
    weakest = strength.topk(remove + wake, largest=False).indices
    gone = torch.zeros_like(masks[0])
    gone[:, weakest] = masks[0][:, weakest]
    set_connections(layers[0], masks[0], gone.view(-1).nonzero().flatten(), 0)
    drop_smallest(layers[0], masks[0], ZETA_IN)
    best = layers[0].weight.grad.abs().max(0).values
    woken = inactive[best[inactive].topk(wake).indices]
    allowed = active.clone()
    allowed[weakest] = False
    allowed[woken] = True
    room = int(allowed.sum()) * 1000 - int(masks[0].sum())
    grow_largest(layers[0], masks[0], allowed, min(room, before - int(masks[0].sum())))
    for layer, mask in zip(layers[1:], masks[1:]):
        before = int(mask.sum())
        drop_smallest(layer, mask, ZETA_HIDDEN)
        grow_largest(layer, mask, torch.ones_like(mask, dtype=torch.bool), before - int(mask.sum()))
seconds, processor = time.time() - started, time.process_time() - processor

strength = layers[0].weight.data.abs().sum(0)
print(
    json.dumps(
        {
            "version": f"PyTorch {torch.__version__}",
            "secondsAnEpoch": seconds / epochs,
            "processorSecondsAnEpoch": processor / epochs,
            "peakMegabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000,
            "selected": strength.topk(k).indices.tolist(),
        }
    )
)
