import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'

test('the container image has the Node of the packages', () => {
  const [dockerfile, packages] = ['Dockerfile', 'package.json'].map((name) => readFileSync(join(import.meta.dirname, '..', name), 'utf8'))
  expect([...(dockerfile ?? '').matchAll(/node:([\d.]+)-/g)].map(([, version]) => version)).toEqual(
    Array(2).fill(JSON.parse(packages ?? '').dependencies.node),
  )
})

test('the container image installs the packages of each workspace', () => {
  const [dockerfile = '', packages = ''] = ['Dockerfile', 'package.json'].map((name) =>
    readFileSync(join(import.meta.dirname, '..', name), 'utf8'),
  )
  const copied = [...(dockerfile.split('RUN npm ci')[0]?.matchAll(/^COPY (\S+)\/package\.json/gm) ?? [])].map(([, folder]) => folder)
  expect(copied).toEqual(JSON.parse(packages).workspaces)
})

test('the database password of compose.yaml may contain any character', () => {
  const compose = readFileSync(join(import.meta.dirname, '../compose.yaml'), 'utf8')
  const connectionString = /DATABASE_URL: (\S+)/.exec(compose)?.[1]
  const password = 'p@ss/w:rd?#%'
  vi.stubEnv('PGPASSWORD', password)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { host, user, database, password: sent } = new pg.Client({ connectionString })
  expect({ host, user, database, sent }).toEqual({ host: 'database', user: 'shop', database: 'shop', sent: password })
  expect(compose).toContain('PGPASSWORD: $' + '{DATABASE_PASSWORD:?}')
})
