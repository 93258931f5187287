// After `npm install`: deletes what packages contain and nobody uses here. Plain JavaScript for any Node from version 20 on.
import { readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('node_modules/', import.meta.url))

const unused = [
  // C headers of the pinned Node, and a second link to its binary
  /^node\/node_modules$/,
  // Binaries of all platforms for another runtime (Bare)
  /^bare-[a-z]+\/prebuilds$/,
  // Source maps
  /\.map$/,
]

/** `folder` is '' or ends with a slash. */
function trim(folder) {
  for (const entry of readdirSync(root + folder, { withFileTypes: true })) {
    const path = folder + entry.name
    if (unused.some((pattern) => pattern.test(path))) rmSync(root + path, { recursive: true, force: true })
    else if (entry.isDirectory()) trim(`${path}/`)
  }
}

trim('')
