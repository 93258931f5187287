/** Limits of webhooks. */
export const webhookLimits = {
  endpoints: 20,
  urlLength: 2_000,
  descriptionLength: 200,
  /** rows of a page of the log, and events of one request */
  perPage: 50,
  maxEvents: 200,
  /** orders of one request */
  maxOrders: 100,
  /** of an answer that is stored */
  answerCharacters: 1_000,
  timeoutSeconds: 10,
  /** requests to one endpoint at the same time */
  concurrency: 2,
  /** seconds from a failed attempt to the next one; after the last one the event is given up */
  retryDelays: [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
  /** without a success an endpoint is disabled after */
  failingDays: 7,
  /** the secret before a rotation signs as well for */
  previousSecretHours: 24,
  /** tests of one administrator */
  testsPerHour: 60,
} as const
