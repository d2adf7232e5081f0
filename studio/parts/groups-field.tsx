/** Which column says what rows belong together, so that they are never on both sides of a split. */
import { changeData } from '../state/actions.js';
import { dataSettings, table, work } from '../state/store.js';
import { ColumnField } from './column-field.js';

export function GroupsField() {
  const found = table.value;
  const settings = dataSettings.value;
  if (found === undefined || settings === undefined) return null;
  return (
    <ColumnField
      label="Rows that belong together (the same subject, batch or site)"
      names={found.columns.names.filter((name) => name !== settings.target)}
      value={settings.groupBy ?? ''}
      isBusy={work.value !== undefined}
      none="every row stands alone"
      choose={(name) => void changeData({ groupBy: name === '' ? undefined : name })}
    />
  );
}
