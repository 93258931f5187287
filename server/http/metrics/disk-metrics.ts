import { statfs } from 'node:fs/promises'
import { formatMetric } from './format-metric.ts'

/** The disk of this folder in bytes, in the Prometheus text format; without values when there is no such folder. */
export async function readDiskMetrics({ folder }: { folder: string }): Promise<string> {
  const disk = await statfs(folder).catch(() => undefined)
  const rows = (blocks: number | undefined) => (disk && blocks !== undefined ? [{ label: null, value: blocks * disk.bsize }] : [])
  return [
    formatMetric({ name: 'shop_disk_free_bytes', help: 'Free space on the disk of DATA_DIR', rows: rows(disk?.bavail) }),
    formatMetric({ name: 'shop_disk_size_bytes', help: 'Size of the disk of DATA_DIR', rows: rows(disk?.blocks) }),
    '',
  ].join('\n')
}
