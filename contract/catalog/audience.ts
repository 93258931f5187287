/** Whom clothes are for, and the system of their sizes, by the words of Google's and Meta's product data. */

export const genders = ['female', 'male', 'unisex'] as const
export type Gender = (typeof genders)[number]

export const ageGroups = ['adult', 'kids', 'toddler', 'infant', 'newborn'] as const
export type AgeGroup = (typeof ageGroups)[number]

/** Letters such as M or XL belong to none. */
export const sizeSystems = ['AU', 'BR', 'CN', 'DE', 'EU', 'FR', 'IT', 'JP', 'MEX', 'UK', 'US'] as const
