import { createBackupStore } from '#server/adapters/create-backup-store.ts'
import { listJobs } from '#server/jobs/list-jobs.ts'
import type { PurchaseReporter } from '#server/purchase-reports/purchase-reporter.ts'
import type { TestApp } from './test-app.ts'

/** Returns a function that runs a job of the shop by its name. Mails and requests for other jobs go nowhere. */
export function createJobRunner({
  database,
  connection,
  settings,
  trackingKey,
  images,
  gateways,
  webhookSender,
  webhookKey,
  fetchProfile,
  ucpSigningKeys,
  courier,
  reporter,
}: TestApp & { reporter?: PurchaseReporter | undefined }) {
  const jobs = listJobs({
    database,
    readDatabase: database,
    settings,
    trackingKey,
    gateways,
    courier: { current: courier },
    reporter: { current: reporter },
    mailer: { send: async () => {} },
    requests: { request: () => {} },
    images,
    fetchPicture: async () => Buffer.alloc(0),
    webhookSender,
    webhookKey,
    fetchProfile,
    ucpSigningKeys,
    webhookRunMs: 0,
    push: { publicKey: '', send: async () => ({ state: 'taken' }) },
    backups: { database, connection, images, secret: 'x', store: createBackupStore({ settings }), isNightly: false },
  })
  const log = { warn: console.error, error: console.error }
  return async (name: string): Promise<void> => {
    await jobs.find((job) => job.name === name)?.run({ log, publish: () => {}, signal: new AbortController().signal })
  }
}
