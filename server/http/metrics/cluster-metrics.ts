import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { AggregatorRegistry, type Registry } from 'prom-client'

const timeoutMs = 2_000

/** Worker asks, primary answers. prom-client's registry collects the metrics of all workers. */
const requestType = 'cluster-metrics'

/** In a worker: lets the primary process collect the metrics of this registry. */
export function reportMetrics(registry: Registry): void {
  if (!cluster.isWorker) return
  AggregatorRegistry.setRegistries(registry)
  // Adds the listener for the primary's requests.
  new AggregatorRegistry()
}

/** In the primary process: answers the metrics requests of workers. */
export function serveClusterMetrics(): void {
  const registry = new AggregatorRegistry()
  cluster.on('message', async (worker: Worker, message: { type?: string }) => {
    if (message.type !== requestType) return
    const text = await registry.clusterMetrics().catch(() => '')
    if (worker.isConnected()) worker.send({ type: requestType, text })
  })
}

/** In a worker: the metrics of all workers in the Prometheus text format; empty when the primary does not answer in time. */
export async function requestClusterMetrics(): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs)
  process.send?.({ type: requestType })
  try {
    while (true) {
      const [message] = (await once(process, 'message', { signal })) as [{ type?: string; text?: string }]
      if (message.type === requestType) return message.text ?? ''
    }
  } catch {
    return ''
  }
}
