/** Which column is to be predicted. */
import { chooseTarget } from '../state/actions.js';
import { dataSettings, table, unknownTarget, work } from '../state/store.js';
import { ColumnField } from './column-field.js';

export function TargetField() {
  const found = table.value;
  const settings = dataSettings.value;
  if (found === undefined || settings === undefined) return null;
  const { names } = found.columns;
  return (
    <ColumnField
      label="Target: the column to predict"
      names={[...found.otherTargets.filter((name) => !names.includes(name)), ...names]}
      value={settings.target}
      isBusy={work.value !== undefined}
      choose={(target) => void chooseTarget(target)}
      onUnknown={(typed) => {
        unknownTarget.value = typed;
      }}
    />
  );
}
