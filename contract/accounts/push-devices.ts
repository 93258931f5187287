import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId } from '../kernel/field-schemas.ts'
import { pushLimits } from '../kernel/limits/push-limits.ts'

/** What administrators are notified of. */
export const pushKinds = ['orders', 'problems'] as const

const kinds = z.array(z.enum(pushKinds)).max(pushKinds.length).describe('what the device is notified of; none: nothing')

/** https, a public host by its name, and the standard port. */
const endpoint = z
  .string()
  .max(pushLimits.endpointLength, { error: 'This address is too long.', abort: true })
  .regex(/^https:\/\/[a-z0-9.-]+\.[a-z][a-z0-9-]*\/[\x21-\x7e]*$/i, 'This is not the address of a push service.')
  .describe('where the push service of the browser takes messages')

const pushDevice = z.object({
  _id: z.string(),
  device: z.string().describe('browser and operating system; empty when unknown'),
  kinds,
  createdAt: z.iso.datetime(),
  lastSentAt: z.iso.datetime().nullable(),
  isFailing: z.boolean().describe('the push service did not take the last notification; it is tried again'),
  isCurrent: z.boolean().describe('the browser that asks'),
})

export type PushKind = (typeof pushKinds)[number]
export type PushDevice = z.infer<typeof pushDevice>

const done = { 200: z.object({ message: z.string() }) }

export const pushDevicesCalls = defineCalls({
  getPushDevices: {
    route: 'GET /push/devices',
    right: 'orders',
    summary: 'The devices on which the signed-in administrator is notified',
    reply: {
      200: z.object({
        publicKey: z.string().describe('the key of the shop (VAPID) with which a browser subscribes'),
        devices: z.array(pushDevice),
      }),
    },
  },

  addPushDevice: {
    route: 'POST /push/devices',
    right: 'orders',
    changes: 'nothing',
    summary: 'Notify this browser, with the subscription that it has made. It replaces the one that the browser had before',
    body: z.object({
      endpoint,
      keys: z.object({
        p256dh: z
          .string()
          .max(87, { error: 'This is not a key of a browser.', abort: true })
          .regex(/^B[A-Za-z0-9_-]{86}$/, 'This is not a key of a browser.')
          .describe('public key of the browser, an uncompressed point of P-256 in base64url'),
        auth: z
          .string()
          .max(22, { error: 'This is not a secret of a browser.', abort: true })
          .regex(/^[A-Za-z0-9_-]{22}$/, 'This is not a secret of a browser.')
          .describe('16 bytes in base64url'),
      }),
      kinds: kinds.default([...pushKinds]),
    }),
    reply: { 201: z.object({ message: z.string() }) },
  },

  changePushDevice: {
    route: 'PATCH /push/devices/:id',
    right: 'orders',
    changes: 'nothing',
    summary: 'Choose what a device is notified of',
    params: byId,
    body: z.object({ kinds }),
    reply: done,
  },

  removePushDevice: {
    route: 'DELETE /push/devices/:id',
    right: 'orders',
    changes: 'nothing',
    summary: 'No longer notify a device',
    params: byId,
    reply: done,
  },

  testPushDevice: {
    route: 'POST /push/devices/:id/test',
    right: 'orders',
    changes: 'nothing',
    summary: 'Send a notification to a device now',
    params: byId,
    reply: done,
  },
})
