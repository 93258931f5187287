import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'

/** `auto`: the shop has written it and deletes it after a time. `shop`: a command has written it. Both with the time in UTC. */
export const backupName = /^(auto|shop)-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.tar\.gz$/

const time = z.iso.datetime()

const backup = z.object({ _id: z.string().describe('its file name'), bytes: z.int(), madeAt: time })
export type ShownBackup = z.infer<typeof backup>

export const backupCalls = defineCalls({
  listBackups: {
    route: 'GET /backups',
    right: 'settings',
    summary: 'The backups that can be downloaded, the newest first, and whether the nightly one works',
    reply: {
      200: z.object({
        place: z.string().describe('folder or bucket'),
        isBucket: z.boolean(),
        isNightly: z.boolean().describe('one is written every night'),
        backups: z.array(backup),
        listError: z.string().nullable().describe('why the backups cannot be listed'),
        lastAt: time.nullable().describe('the last backup, also of a command'),
        failure: z.object({ at: time, message: z.string() }).nullable().describe('of the last try, when it failed'),
        requestedAt: time.nullable().describe('when one was requested that is not written yet'),
      }),
    },
  },

  requestBackup: {
    route: 'POST /backups',
    right: 'settings',
    changes: 'nothing',
    summary: 'Write a backup now, in the background',
    reply: { 202: z.object({ message: z.string() }) },
  },

  downloadBackup: {
    route: 'GET /backups/:name',
    right: 'exports',
    summary: 'A backup as a file, which has all data and the secret of the shop. Needs the PIN again',
    params: z.object({ name: z.string().max(100).regex(backupName) }),
    reply: { 200: z.unknown().describe('application/gzip') },
  },
})
