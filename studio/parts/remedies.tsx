/** What can be done about data that cannot be selected from: one button for each way out. */
import { changeData, chooseTarget } from '../state/actions.js';
import { dataProblem, dataSettings, table } from '../state/store.js';
import { ImageShapeField } from './image-shape-field.js';
import { Mends } from './mends.js';

const fewColumns = 4;

export function Remedies() {
  const settings = dataSettings.value;
  const found = table.value;
  if (settings === undefined || found === undefined || dataProblem.value === undefined) return null;
  if (settings.imageShape !== undefined && settings.imageShape !== 'none') {
    return (
      <>
        <ImageShapeField />
        <p class="buttons">
          <button type="button" onClick={() => changeData({ imageShape: 'none' })}>
            The rows are no images
          </button>
        </p>
      </>
    );
  }
  const { names, isText } = found.columns;
  const texts = names.filter((name, place) => isText[place] && name !== settings.target);
  const likely = [...new Set([found.guessed.target, ...found.otherTargets, ...texts])]
    .filter((name) => name !== undefined && name !== settings.target)
    .slice(0, fewColumns) as string[];
  return (
    <p class="buttons">
      <Mends mends={dataProblem.value.mends} />
      {likely.map((name) => (
        <button key={name} type="button" onClick={() => void chooseTarget(name)}>
          Predict “<bdi>{name}</bdi>”
        </button>
      ))}
    </p>
  );
}
