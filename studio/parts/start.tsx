/** The first thing a visitor sees: where to drop a file, and what to try without one. */
import { stories } from '../../src/studio/stories.js';
import { openFiles, openMnist, openStory } from '../state/actions.js';
import { FileButton } from './file-button.js';
import { RunList } from './run-list.js';

export function Start() {
  return (
    <div class="start">
      <h1>Too many columns? Find the few that matter</h1>
      <p class="lead">
        Drop a table and name the column to predict: you get the few columns that tell it, and how far you can trust
        them. Watch a sparse neural network drop and wake columns until those remain. All of it happens in this page:
        nothing leaves your machine.
      </p>
      <div class="drop-zone">
        <p>
          <strong>Drop a table here</strong>
        </p>
        <FileButton label="Choose a file" onFiles={openFiles} isMain multiple />
        <p class="quiet">
          CSV, TSV, Excel, Parquet, Arrow, JSON lines, R (.rds, .RData), MATLAB, NumPy, HDF5, AnnData (.h5ad), GCT, GEO,
          svmlight, ARFF or IDX (images and labels together), also gzipped
        </p>
      </div>
      <h2 class="small-title">No file at hand? Small stories, each with an answer key</h2>
      <div class="examples">
        <button type="button" class="example" onClick={openMnist}>
          <strong>Handwritten digits</strong>
          <span>2,000 images of MNIST, 784 pixels, 10 classes. See which pixels stay.</span>
        </button>
        {stories.map((story) => (
          <button key={story.fileName} type="button" class="example" onClick={() => openStory(story)}>
            <strong>{story.title}</strong>
            <span>{story.invitation}</span>
          </button>
        ))}
        <FileButton
          label="Open a saved selection"
          hint="A selection.json or report.html that neurofs has written, to look at it again."
          onFiles={openFiles}
        />
      </div>
      <RunList />
    </div>
  );
}
