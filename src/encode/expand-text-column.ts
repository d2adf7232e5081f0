/**
 * The features of a text column. Two categories without missing cells become one feature that marks the second;
 * otherwise every category has a feature of its own, and so has "missing", since text has no mean to fill in.
 */
import type { TextColumn } from '../types.js';
import type { Feature } from './assemble-features.js';
import type { UsedTextPlan } from './plan-columns.js';

export function expandTextColumn(text: TextColumn, plan: UsedTextPlan, withIndicator: boolean): Feature[] {
  const group = text.name;
  if (plan.use !== 'one-hot') {
    const features: Feature[] = [{ name: group, group, values: plan.values }];
    if (withIndicator) features.push({ name: `${group} (missing)`, group, values: marks(text, undefined) });
    return features;
  }
  const { hasMissing } = plan;
  const marked = plan.categories.length === 2 && !hasMissing ? plan.categories.slice(1) : plan.categories;
  const features: Feature[] = marked.map((category) => ({
    name: `${group}=${category}`,
    group,
    values: marks(text, category),
  }));
  if (hasMissing) features.push({ name: `${group} (missing)`, group, values: marks(text, undefined) });
  return features;
}

function marks(text: TextColumn, category: string | undefined): Uint8Array {
  return Uint8Array.from(text.values, (value) => (value === category ? 1 : 0));
}
