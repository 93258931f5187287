import type pg from 'pg'
import { startRounds } from '../jobs/poller.ts'
import { createHealthCheck, type HealthCheck } from './health-check.ts'
import { LastingClient } from './postgres-client.ts'

/** Milliseconds between looks at who is the primary. */
const lookEveryMs = 1_000

interface Host {
  readonly url: string
  readonly probe: HealthCheck
  readonly clients: Set<LastingClient>
}

/** One URL for each host of `postgres://user@a,b:5433/shop?target_session_attrs=read-write`, which `pg` cannot read. */
export function splitHosts({ url }: { url: string }): string[] {
  const { start = '', hosts = '', rest = '' } = /^(?<start>\w+:\/\/(?:[^/?]*@)?)(?<hosts>[^/?@]*)(?<rest>.*)$/.exec(url)?.groups ?? {}
  const query = rest.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '')
  return hosts.split(',').map((host) => start + host + query)
}

export interface Primary {
  /** for `pg`: each new connection goes to whichever host is the primary then */
  readonly connection: pg.PoolConfig
  close(): Promise<void>
}

/**
 * Connections to the primary of DATABASE_URL. Of several hosts it is the one that takes writes; after a failover the
 * connections to the old one are cut, and new ones go to the new one within two seconds.
 */
export async function followPrimary({ url, warn }: { url: string; warn: (error: Error) => void }): Promise<Primary> {
  const urls = splitHosts({ url })
  const hosts: Host[] = urls.map((one) => ({
    url: one,
    probe: createHealthCheck({ connection: { connectionString: one } }),
    clients: new Set(),
  }))
  let current = hosts[0] as Host
  let timeline = 0

  async function look(): Promise<void> {
    const looks = await Promise.all(hosts.map(async (host) => ({ host, standing: await host.probe.look() })))
    const writable = looks.flatMap(({ host, standing }) =>
      standing && !standing.recovering ? [{ host, timeline: standing.timeline ?? 0 }] : [],
    )
    // An old primary that comes back by mistake takes writes, too; only the newest timeline has all orders.
    const newest = Math.max(timeline, ...writable.map((found) => found.timeline))
    const leaders = writable.filter((found) => found.timeline === newest).map(({ host }) => host)
    timeline = newest
    const [leader] = leaders
    if (!leader || leaders.includes(current)) return
    const left = current
    current = leader
    warn(new Error(`The primary database is now ${describeHost(leader.url)}.`))
    for (const client of left.clients) client.cut()
  }

  class PrimaryClient extends LastingClient {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: current.url })
      const { clients } = current
      clients.add(this)
      this.once('end', () => clients.delete(this))
    }
  }

  // `pg` makes its connections with the pool's settings, which its types do not say.
  const connection = { connectionString: current.url, Client: PrimaryClient as new () => LastingClient }
  if (hosts.length === 1) return { connection, close: async () => hosts[0]?.probe.close() }
  await look()
  const rounds = startRounds({ everyMs: lookEveryMs, work: look })
  return {
    connection,
    async close() {
      await rounds.stop()
      await Promise.all(hosts.map(({ probe }) => probe.close()))
    },
  }
}

/** Without name and password. */
function describeHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'another host'
}
