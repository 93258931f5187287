import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { chosenRows, codeText, pinText } from '../kernel/field-schemas.ts'
import { rights } from '../kernel/rights.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'

export const roles = ['user', 'admin'] as const

export const user = z
  .object({
    _id: z.string(),
    name: z.string(),
    role: z.enum(roles),
    firstName: z.string().describe('of the saved delivery address; empty until there is one'),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    rights: z.array(z.enum(rights)).max(rights.length).optional().describe('of an administrator'),
    needsSecondFactor: z.boolean().optional().describe('an administrator who must set one up before anything else'),
  })
  .register(schemaRegistry, { id: 'User' })
export type User = z.infer<typeof user>

export const credentials = z.object({
  name: z
    .string()
    .max(maxLengths.typedUserName, { error: `Username must have at most ${maxLengths.userName} characters.`, abort: true })
    .overwrite((text) => text.replace(/\s+/g, ' ').trim())
    .min(1, 'Username is required.')
    .refine((name) => [...name].length <= maxLengths.userName, `Username must have at most ${maxLengths.userName} characters.`)
    .describe(`1 to ${maxLengths.userName} characters; surrounding white space is removed, inner white space becomes one space`),
  pin: pinText,
  code: codeText
    .optional()
    .describe(
      'from the authenticator app of an administrator, or a recovery code; from our email on a new device of a shopper who wants that',
    ),
  phoneDigits: z
    .string()
    .max(maxLengths.typedNumber, { error: 'Type the last four digits only.', abort: true })
    .optional()
    .describe('after a reply with code phone_digits_required: the last four digits of the phone of the last order'),
  mustBeNew: z.boolean().optional().describe('true: the name gets a new account, or the answer is that it is taken'),
  timeZone: z.string().max(60).optional().describe('of the device, such as Asia/Kolkata; shown on the account page'),
  solution: z
    .string()
    .max(4_000)
    .optional()
    .describe('of the challenge in a reply with code challenge_required: the payload of ALTCHA, in base64'),
})

const logoutReply = { 200: z.object({ message: z.string() }) }

export const usersCalls = defineCalls({
  login: {
    route: 'POST /users/login',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Sign in; an unknown name gets an account',
    body: credentials,
    reply: {
      200: z.object({
        user,
        message: z.string(),
        created: z.boolean(),
        deletionCancelled: z.boolean().optional().describe('the account was about to be deleted'),
      }),
    },
  },

  logout: {
    route: 'GET /users/logout',
    who: 'anyone',
    summary: 'Sign out',
    reply: logoutReply,
  },

  logoutByPost: {
    route: 'POST /users/logout',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Sign out',
    reply: logoutReply,
  },

  getLoggedInUser: {
    route: 'GET /users/loggedinuser',
    who: 'anyone',
    summary: 'The signed-in user; 401 without a session',
    reply: { 200: user },
  },

  getUsers: {
    route: 'GET /users/getUsers',
    right: 'customers',
    summary: 'All users, newest first; one page of them with any query parameter',
    query: z.object({
      page: z.coerce.number().int().min(1).max(1_000_000).optional(),
      limit: chosenRows,
      q: z.string().max(maxLengths.adminSearch).optional().describe('a part of the name'),
      locked: z.enum(['yes']).optional().describe('only accounts that wrong PINs have locked'),
    }),
    reply: {
      200: z.object({
        users: z.array(
          z.object({
            _id: z.string(),
            name: z.string(),
            role: z.enum(roles),
            createdAt: z.iso.datetime(),
            locked: z.boolean().optional().describe('only with paging'),
          }),
        ),
        total: z.int(),
        page: z.int().optional(),
        totalPages: z.int().optional(),
      }),
    },
  },

  resetUserPin: {
    route: 'POST /users/:id/pin',
    right: 'customers',
    changes: 'nothing',
    summary: 'Give a shopper a new PIN, which unlocks the account and signs it out everywhere',
    params: z.object({ id: z.uuid('No such account.') }),
    reply: { 200: z.object({ message: z.string(), name: z.string(), pin: z.string().describe('shown only once') }) },
  },
})
