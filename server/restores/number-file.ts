import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { createFolder } from '../kernel/create-folder.ts'

const fileName = 'last-numbers.json'

const lastNumbers = z.object({
  /** of the database that wrote the file */
  shop: z.string(),
  beat: z.int(),
  at: z.iso.datetime(),
  series: z.array(z.object({ series: z.string(), year: z.string(), last: z.int() })),
})

/** What the shop had given out when the file was written: the last number of each series of documents. */
export type LastNumbers = z.infer<typeof lastNumbers>

/** The file in DATA_DIR; undefined when there is none that can be read. */
export async function readNumberFile({ dataDir }: { dataDir: string }): Promise<LastNumbers | undefined> {
  const content = await readFile(join(dataDir, fileName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  try {
    return content === undefined ? undefined : lastNumbers.safeParse(JSON.parse(content)).data
  } catch {
    return undefined
  }
}

/** Replaces the file as a whole, so that a power cut leaves one that can be read. */
export async function writeNumberFile({ dataDir, numbers }: { dataDir: string; numbers: LastNumbers }): Promise<void> {
  await createFolder({ path: dataDir })
  const path = join(dataDir, fileName)
  const temporary = `${path}.${randomBytes(4).toString('hex')}`
  try {
    await writeFile(temporary, JSON.stringify(numbers), { mode: 0o600, flush: true })
    await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}
