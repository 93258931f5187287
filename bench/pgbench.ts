import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { promisify } from 'node:util'
import type pg from 'pg'
import { withClient } from './seed.ts'

const execute = promisify(execFile)

/** PostgreSQL's own benchmark, if its package is installed; PGBENCH names its path. */
function findPgbench(): string | undefined {
  const paths = [process.env.PGBENCH ?? '', ...globSync('/usr/lib/postgresql/*/bin/pgbench'), '/usr/bin/pgbench']
  return paths.find((path) => path !== '' && existsSync(path))
}

interface Pgbench {
  /** transactions per second of 8 clients */
  run(seconds: number): Promise<number>
}

/** Prepares a database of its own beside the shop's; undefined where pgbench is not installed. */
export async function openPgbench({ connection }: { connection: pg.ClientConfig }): Promise<Pgbench | undefined> {
  const program = findPgbench()
  if (program === undefined) return undefined
  const { host = '', port = 0, user = '' } = connection
  const options = ['-h', host, '-p', String(port), '-U', user]
  await withClient({ connection, work: (client) => client.query('create database pgbench') })
  await execute(program, [...options, '-i', '-s', '10', '-q', 'pgbench'])
  return {
    async run(seconds) {
      const { stdout } = await execute(program, [...options, '-c', '8', '-j', '2', '-T', String(seconds), 'pgbench'])
      return Number(/tps = (?<tps>[\d.]+)/.exec(stdout)?.groups?.tps)
    },
  }
}
