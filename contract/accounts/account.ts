import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { emailShape } from '../kernel/email.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { pinText } from '../kernel/field-schemas.ts'

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

const token = z.string().max(maxLengths.trackingToken).describe('of the link in the email')
const ofLink = { 200: z.object({ name: z.string().describe('of the account'), email: z.string() }) }

export const accountCalls = defineCalls({
  getAccount: {
    route: 'GET /users/account',
    who: 'user',
    summary: 'The signed-in shopper: where the account is signed in, its email address, and whether its PIN is easy to guess',
    reply: {
      200: z.object({
        hasWeakPin: z.boolean(),
        sessions: z.array(shopperSession).describe('last seen first'),
        email: z.string().nullable().describe('verified'),
        unverifiedEmail: z.string().nullable().describe('waits for the link to be opened'),
        asksEmailCode: z.boolean().describe('signing in on a new device asks for a code by email'),
      }),
    },
  },

  changePin: {
    route: 'POST /users/account/pin',
    who: 'user',
    changes: 'nothing',
    summary: 'Change the PIN, which signs the account out everywhere else',
    body: z.object({ currentPin: pinText, newPin: pinText }),
    reply: done,
  },

  requestEmail: {
    route: 'POST /users/account/email',
    who: 'user',
    changes: 'nothing',
    summary: 'Send a link that verifies an email address of the signed-in shopper',
    body: z.object({
      email: z
        .string({ error: 'Email is required.' })
        .trim()
        .min(1, 'Email is required.')
        .max(maxLengths.email, 'Email is too long.')
        .pipe(emailShape),
      currentPin: pinText,
    }),
    reply: done,
  },

  removeEmail: {
    route: 'POST /users/account/email/remove',
    who: 'user',
    changes: 'nothing',
    summary: 'Remove the email address, and stop asking for codes by email',
    body: z.object({ currentPin: pinText }),
    reply: done,
  },

  setEmailCode: {
    route: 'POST /users/account/email/code',
    who: 'user',
    changes: 'nothing',
    summary: 'Switch on or off that signing in on a new device asks for a code by email; on forgets all other devices',
    body: z.object({ isOn: z.boolean(), currentPin: pinText }),
    reply: done,
  },

  findEmailLink: {
    route: 'POST /users/email/find',
    who: 'anyone',
    changes: 'nothing',
    summary: 'The account and the email address that a link verifies',
    body: z.object({ token }),
    reply: ofLink,
  },

  confirmEmail: {
    route: 'POST /users/email',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Verify the email address of a link',
    body: z.object({ token }),
    reply: done,
  },

  requestPinReset: {
    route: 'POST /users/forgot-pin',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Send a link that resets a forgotten PIN to the verified email address; the same reply for every name and address',
    body: z.object({
      nameOrEmail: z
        .string({ error: 'Enter your username or your email.' })
        .trim()
        .min(1, 'Enter your username or your email.')
        .max(maxLengths.email, 'This is too long.'),
    }),
    reply: done,
  },

  findPinReset: {
    route: 'POST /users/reset-pin/find',
    who: 'anyone',
    changes: 'nothing',
    summary: 'The account whose PIN a link resets',
    body: z.object({ token }),
    reply: ofLink,
  },

  resetForgottenPin: {
    route: 'POST /users/reset-pin',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Choose a new PIN with a link, which signs the account out everywhere',
    body: z.object({ token, newPin: pinText }),
    reply: done,
  },

  endSession: {
    route: 'DELETE /users/account/sessions/:id',
    who: 'user',
    changes: 'nothing',
    summary: 'Sign one device out',
    params: z.object({ id: z.uuid('No such session.') }),
    reply: done,
  },

  endOtherSessions: {
    route: 'DELETE /users/account/sessions',
    who: 'user',
    changes: 'nothing',
    summary: 'Sign all other devices out',
    reply: done,
  },
})
