// Apart from policy-numbers.ts, because the storefront's first script needs none of those.

/** When customer service can be reached. */
export const serviceHours = { from: '09:00', to: '20:00', days: 'Monday to Saturday' } as const
