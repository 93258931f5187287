import type { FastifyInstance } from 'fastify'
import type { CallReply } from '#contract/contract.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { AppError } from '../kernel/errors.ts'
import { BackupError, type BackupStore } from './backup-store.ts'
import { readBackupState } from './read-backup-state.ts'

interface RouteDependencies {
  readonly database: Database
  readonly backupStore: BackupStore
  readonly settings: { readonly NIGHTLY_BACKUP: boolean }
  /** asks the job that writes it to run soon */
  readonly requestBackup: () => void
}

/** Backups for administrators. */
export function backupRoutes(api: FastifyInstance, { database, backupStore, settings, requestBackup }: RouteDependencies): void {
  defineRoute(api, 'listBackups', async () => {
    const { lastAt, failure, requestedAt } = await readBackupState({ database })
    return {
      ...(await listStored(backupStore)),
      place: backupStore.place,
      isBucket: backupStore.isBucket,
      isNightly: settings.NIGHTLY_BACKUP,
      lastAt: lastAt?.toISOString() ?? null,
      failure: failure && { at: failure.at.toISOString(), message: failure.message },
      requestedAt: requestedAt?.toISOString() ?? null,
    }
  })

  defineRoute(api, 'requestBackup', async ({ request }) => {
    await database.transaction().execute(async (trx) => {
      await trx
        .insertInto('backup_runs')
        .defaultValues()
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await recordActivity({ database: trx, actorId: requireUser(request).id, call: 'requestBackup' })
    })
    requestBackup()
    return { message: 'The backup is written in the background.' }
  })

  defineRoute(api, 'downloadBackup', async ({ params: { name }, request, reply }) => {
    const file = await backupStore.read(name)
    if (!file) throw new AppError('backup_not_found')
    const actorId = requireUser(request).id
    request.log.info({ actorId, name }, 'A backup is downloaded')
    await recordActivity({ database, actorId, call: 'downloadBackup', subject: { id: name, name } })
    reply.type('application/gzip').header('content-disposition', `attachment; filename="${name}"`)
    return file
  })
}

async function listStored(store: BackupStore): Promise<Pick<CallReply<'GET /backups'>, 'backups' | 'listError'>> {
  try {
    const stored = await store.list()
    const newestFirst = stored.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
    return {
      backups: newestFirst.map(({ name, bytes, madeAt }) => ({ _id: name, bytes, madeAt: madeAt.toISOString() })),
      listError: null,
    }
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    return { backups: [], listError: error.message }
  }
}
