import { z } from 'zod'

/** The returns that wait for something, for the bell of administrators. */
export const returnCounts = z.object({
  asked: z.int().describe('wait for an answer'),
  coming: z.int().describe('accepted, and not received yet'),
  overdue: z.int().describe('the same for longer than a return may take'),
  received: z.int().describe('to be paid back'),
  notReceived: z.int().describe('ended in the last week because the items have not come'),
})
export type ReturnCounts = z.infer<typeof returnCounts>
