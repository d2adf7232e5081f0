/** What the paper claims, and what holds here: each claim beside what the rows at hand say of it. */
import {
  above,
  bestOnMost,
  deepLassonetIsAlike,
  highestRank,
  networksAboveClassical,
} from '../claims/accuracy-claims.js';
import { type Claim, ruleText, type Verdict } from '../claims/claim.js';
import { sameForOtherJudges } from '../claims/judge-claims.js';
import {
  fewestWeights,
  inputLayersConverge,
  networksAreAsGood,
  sameStartEndsNearer,
  stableHyperparameters,
} from '../claims/network-claims.js';
import type { Gathered } from '../gather.js';
import type { Finding, Section } from '../piece.js';
import { hsicVariants, randomGrowth, rigl } from '../variants.js';
import { otherCopyMark } from './column-name.js';
import { dimensionGroups } from './ranking.js';

const kinds: Readonly<Record<Verdict, Finding['kind']>> = {
  holds: 'good',
  'in part': 'note',
  'too few rows': 'note',
  'does not hold': 'warning',
};

export function claimsSection(gathered: Gathered): Section {
  const hasOthers = gathered.sets.some(({ isPapers }) => isPapers === false);
  return {
    id: 'claims',
    title: 'What the paper claims, and what holds here',
    pieces: [
      {
        kind: 'text',
        text: `Each claim beside the rows at hand. NeuroFS is meant with the paper's settings, rivals as the paper ran them, accuracies in the mean over K. ${ruleText}${hasOthers ? ` ${otherCopyMark} marks data of which the paper had another copy.` : ''} None of this is a test of significance: the section on ranks has one.`,
      },
      {
        kind: 'findings',
        findings: claimsOf(gathered).map(({ claim, where, verdict, evidence }) => ({
          kind: kinds[verdict],
          verdict,
          statement: `${claim} (${where})`,
          evidence: `${evidence[0].toUpperCase()}${evidence.slice(1)}`,
        })),
      },
    ],
  };
}

export function claimsOf(gathered: Gathered): readonly Claim[] {
  return [
    bestOnMost(gathered),
    ...dimensionGroups(gathered).map(({ title, sets }) => highestRank(gathered, title, sets)),
    networksAboveClassical(gathered),
    above(gathered, 'NeuroFS is above LassoNet', 'Section 4.2', 'lassonet'),
    above(gathered, 'NeuroFS is above STG', 'Section 4.2', 'stg'),
    above(gathered, 'NeuroFS is above QuickSelection', 'Section 4.2', 'quickselection'),
    deepLassonetIsAlike(gathered),
    above(gathered, 'Growth by gradient is above growth at random', 'Appendix A', randomGrowth.name),
    above(gathered, 'NeuroFS is above HSIC Lasso', 'Appendix B', hsicLasso.name),
    above(gathered, 'NeuroFS is above variational HSIC Lasso', 'Appendix B', variationalHsicLasso.name),
    above(gathered, 'NeuroFS is above RigL', 'Appendix D', rigl.name),
    sameForOtherJudges(gathered),
    fewestWeights(gathered),
    inputLayersConverge(gathered),
    sameStartEndsNearer(gathered),
    networksAreAsGood(gathered),
    stableHyperparameters(gathered),
  ];
}

const [hsicLasso, variationalHsicLasso] = hsicVariants;
