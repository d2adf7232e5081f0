/** What can be set for any method. */
import { scalingMethods } from '../../src/types.js';
import { canShareMemory, mostThreads } from '../state/store.js';
import { ChoiceField, NumberField } from './form-fields.js';

export function CommonFields() {
  return (
    <>
      <NumberField label="Seed" name="seed" hint="The same seed gives the same selection, bit by bit." />
      <ChoiceField
        label="Scaling of the features"
        name="scaling"
        choices={scalingMethods.map((method) => [method, method])}
      />
      <NumberField
        label="Share of rows kept apart"
        name="testFraction"
        hint="They measure the accuracy; the selection never sees them."
        isShare
      />
      <ChoiceField
        label="Steadiness"
        name="stability"
        hint="Selects from both halves of the training rows, so many times, and tells how often each feature comes back, and how many of the steady ones are there by chance at most."
        choices={[
          ['', 'not tried'],
          ['5', '5 pairs of halves, 10 selections more'],
          ['10', '10 pairs of halves, 20 selections more'],
          ['25', '25 pairs of halves, 50 selections more'],
        ]}
      />
      <ChoiceField
        label="Verdict by cross-validation"
        name="repeats"
        hint="Judges this way of selecting on all rows, with a selection in every fold; for data with few rows."
        choices={[
          ['', 'none, the rows kept apart decide'],
          ['1', '5 folds, 5 selections more'],
          ['4', '5 folds 4 times, 20 selections more'],
        ]}
      />
      {canShareMemory && (
        <NumberField
          label={`Compute threads, 1 to ${mostThreads}`}
          name="threads"
          hint="Any number gives the same result."
        />
      )}
    </>
  );
}
