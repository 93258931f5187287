import type { Right } from '#contract/kernel/rights.ts'
import { adminHome, secondFactorPath } from './homes.ts'

/** The first screen of an area of administrators, by the right that it needs. */
const firstScreens: readonly (readonly [Right, string])[] = [
  ['customers', adminHome],
  ['orders', `${adminHome}/desk`],
  ['products', `${adminHome}/payment`],
  ['prices', `${adminHome}/offers`],
  ['reports', `${adminHome}/AdminAnalysis`],
  ['money', `${adminHome}/remittances`],
  ['settings', `${adminHome}/settings`],
  ['staff', `${adminHome}/staff`],
  ['exports', `${adminHome}/settings/export`],
]

/** Where an administrator begins: the first screen that the rights open, else the own account. */
export const findFirstScreen = (rights: readonly Right[]): string =>
  firstScreens.find(([right]) => rights.includes(right))?.[1] ?? secondFactorPath
