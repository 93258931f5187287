import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

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
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof user>

/** Characters of a name. */
export const maxNameLength = 60
/** Characters of a new account's PIN. Signing in never checks the length. */
export const pinLength = { min: 4, max: 64 } as const

export const credentials = z.object({
  name: z
    .string()
    .overwrite((text) => text.replace(/\s+/g, ' ').trim())
    .min(1, 'Username is required.')
    .refine((name) => [...name].length <= maxNameLength, 'Username must have at most 60 characters.')
    .describe('1 to 60 characters; white space around it does not count, and within it as one space'),
  pin: z.string().min(1, 'PIN is required.'),
})

export const login = defineEndpoint('login', {
  summary: 'Sign in; an unknown name gets an account',
  body: credentials,
  reply: { 200: z.object({ user, message: z.string(), created: z.boolean() }) },
})

const farewell = { 200: z.object({ message: z.string() }) }

export const logout = defineEndpoint('logout', { summary: 'Sign out', reply: farewell })
export const logoutByPost = defineEndpoint('logoutByPost', { summary: 'Sign out', reply: farewell })

export const getLoggedInUser = defineEndpoint('getLoggedInUser', { summary: 'Who is signed in; 401 for nobody', reply: { 200: user } })

export const getUsers = defineEndpoint('getUsers', {
  summary: 'Everybody with an account, newest first; one page of them with any of the query words',
  query: z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).optional(),
    q: z.string().max(60).optional().describe('a part of the name'),
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
          locked: z.boolean().optional().describe('told of a page only'),
        }),
      ),
      total: z.int(),
      page: z.int().optional(),
      totalPages: z.int().optional(),
    }),
  },
})

export const resetUserPin = defineEndpoint('resetUserPin', {
  summary: 'Give a shopper a new PIN, which unlocks the account and signs it out everywhere',
  params: z.object({ id: z.uuid('No such account.') }),
  reply: { 200: z.object({ message: z.string(), name: z.string(), pin: z.string().describe('shown this once') }) },
})
