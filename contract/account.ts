import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

const shopperSession = z.object({
  _id: z.string(),
  device: z.string().describe('such as Chrome on Android; empty when the browser did not say'),
  place: z.string().describe('by its time zone, such as India or Singapore; empty when not known'),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().describe('to the nearest ten minutes'),
  isCurrent: z.boolean(),
})
export type ShopperSession = z.infer<typeof shopperSession>

const done = { 200: z.object({ message: z.string() }) }

export const getAccount = defineEndpoint('getAccount', {
  summary: 'The signed-in shopper: where the account is signed in, and whether its PIN is easy to guess',
  reply: { 200: z.object({ hasWeakPin: z.boolean(), sessions: z.array(shopperSession).describe('last seen first') }) },
})

export const changePin = defineEndpoint('changePin', {
  summary: 'Change the PIN, which signs the account out everywhere else',
  body: z.object({ currentPin: z.string().min(1, 'PIN is required.'), newPin: z.string().min(1, 'PIN is required.') }),
  reply: done,
})

export const endSession = defineEndpoint('endSession', {
  summary: 'Sign one device out',
  params: z.object({ id: z.uuid('No such session.') }),
  reply: done,
})

export const endOtherSessions = defineEndpoint('endOtherSessions', { summary: 'Sign all other devices out', reply: done })
