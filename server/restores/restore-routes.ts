import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { answerTransfer } from './answer-transfer.ts'
import { listFoundRefunds, readRestore } from './read-restore.ts'

interface RestoreRoutesOptions {
  readonly database: Database
  /** sends refunds that were held */
  readonly requestPaymentWork: () => void
}

/** What is to be answered after a restore, for administrators. */
export function restoreRoutes(api: FastifyInstance, { database, requestPaymentWork }: RestoreRoutesOptions): void {
  const read = async () => ({ restore: await readRestore({ database }), foundRefunds: await listFoundRefunds({ database }) })

  defineRoute(api, 'getRestore', () => read())

  defineRoute(api, 'answerTransfer', async ({ params: { id }, body, request }) => {
    await answerTransfer({ database, id, answer: body, actorId: requireUser(request).id })
    requestPaymentWork()
    return { message: 'The answer is saved', ...(await read()) }
  })
}
