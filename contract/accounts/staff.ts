import { z } from 'zod'
import { emailShape } from '../kernel/email.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId, pinText, rowVersion } from '../kernel/field-schemas.ts'
import { rights, staffSetKeys } from '../kernel/rights.ts'
import { credentials, user } from './users.ts'

const setKey = z.enum(staffSetKeys, { error: 'Choose what the administrator may do.' })

const administrator = z.object({
  _id: z.string(),
  name: z.string(),
  set: setKey,
  isDisabled: z.boolean(),
  lastSeenAt: z.iso.datetime().nullable().describe('null: has no session'),
  hasSecondFactor: z.boolean(),
})
export type Administrator = z.infer<typeof administrator>

const staffSet = z.object({
  key: setKey,
  title: z.string(),
  rights: z.array(z.enum(rights)).max(rights.length),
  needsSecondFactor: z.boolean(),
  masksPhones: z.boolean().describe('phone numbers of shoppers are masked but on what is printed for a parcel'),
  version: z.int(),
})
export type StaffSet = z.infer<typeof staffSet>

const invitation = z.object({
  _id: z.string(),
  set: setKey,
  email: z.string().nullable().describe('where the link was sent; null: given by hand'),
  expiresAt: z.iso.datetime(),
})
export type StaffInvitation = z.infer<typeof invitation>

const token = z.string().max(100, { error: 'This link is too long.', abort: true })
const done = { 200: z.object({ message: z.string() }) }

export const staffCalls = defineCalls({
  getStaff: {
    route: 'GET /staff',
    right: 'staff',
    summary: 'Administrators, what their sets allow, and invitations that can be used',
    reply: {
      200: z.object({ administrators: z.array(administrator), sets: z.array(staffSet), invitations: z.array(invitation) }),
    },
  },

  changeAdministrator: {
    route: 'PATCH /staff/:id',
    right: 'staff',
    changes: 'nothing',
    summary: 'Give an administrator another set, disable the account, which signs it out everywhere, or enable it. Needs the PIN again',
    params: byId,
    body: z.object({ set: setKey.optional(), isDisabled: z.boolean().optional() }),
    reply: done,
  },

  changeStaffSet: {
    route: 'PATCH /staff/sets/:key',
    right: 'staff',
    changes: 'nothing',
    summary: 'Change what a set allows; that of owners stays as it is. Needs the PIN again',
    params: z.object({ key: setKey }),
    body: z.object({
      rights: z.array(z.enum(rights)).max(rights.length),
      needsSecondFactor: z.boolean(),
      masksPhones: z.boolean().optional().describe('missing: as it is'),
      version: rowVersion.describe('of the set as the editor saw it'),
    }),
    reply: done,
  },

  inviteStaff: {
    route: 'POST /staff/invitations',
    right: 'staff',
    changes: 'nothing',
    summary:
      'Create a link by which somebody becomes an administrator, once, and send it by email if there is an address. Needs the PIN again',
    body: z.object({ set: setKey, email: z.literal('').or(z.string().trim().max(254, 'Email is too long.').pipe(emailShape)).default('') }),
    reply: { 201: z.object({ message: z.string(), url: z.string().describe('shown only once') }) },
  },

  revokeStaffInvitation: {
    route: 'DELETE /staff/invitations/:id',
    right: 'staff',
    changes: 'nothing',
    summary: 'Revoke an invitation. Needs the PIN again',
    params: byId,
    reply: done,
  },

  findStaffInvitation: {
    route: 'POST /staff/join/find',
    who: 'anyone',
    changes: 'nothing',
    summary: 'What an invitation allows',
    body: z.object({ token }),
    reply: { 200: z.object({ title: z.string().describe('of the set') }) },
  },

  joinStaff: {
    route: 'POST /staff/join',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Use an invitation: choose name and PIN, and become an administrator who is signed in',
    body: z.object({ token, name: credentials.shape.name, pin: pinText }),
    reply: { 201: z.object({ message: z.string(), user }) },
  },
})
