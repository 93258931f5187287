import pLimit from 'p-limit'

/** Pages rendered at once, and those of one IP address: one that is not cached takes 30 to 80 ms of the processor. */
const renderConcurrency = 4
const concurrencyPerIp = 2

/** Pages rendered and waiting. */
const maxPages = 500
const maxPagesPerIp = 50

/** Limits the pages that are rendered at once in this process, so that the visitors of one IP address delay their own pages only. */
export function createPageQueue({ limitsFactor }: { limitsFactor: number }) {
  const limit = pLimit(renderConcurrency)
  const createQueueOfIp = () => ({ limit: pLimit(Math.ceil(concurrencyPerIp * limitsFactor)), pages: 0 })
  const queuesByIp = new Map<string, ReturnType<typeof createQueueOfIp>>()
  let pages = 0

  return {
    isFull: (ip: string): boolean => pages >= maxPages || (queuesByIp.get(ip)?.pages ?? 0) >= Math.ceil(maxPagesPerIp * limitsFactor),

    async run<Result>(ip: string, render: () => Promise<Result>): Promise<Result> {
      const ofIp = queuesByIp.get(ip) ?? createQueueOfIp()
      queuesByIp.set(ip, ofIp)
      pages += 1
      ofIp.pages += 1
      try {
        return await ofIp.limit(() => limit(render))
      } finally {
        pages -= 1
        ofIp.pages -= 1
        if (ofIp.pages === 0) queuesByIp.delete(ip)
      }
    },
  }
}
