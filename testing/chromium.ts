import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

const fullBrowsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

// The headless shell renders the same pages in half the processor time. FULL_CHROMIUM=1 tests what people have.
const executables = process.env.FULL_CHROMIUM ? fullBrowsers : ['chromium-headless-shell', ...fullBrowsers]

function findInPath(): string | undefined {
  const places = (process.env.PATH ?? '').split(':').flatMap((folder) => executables.map((name) => join(folder, name)))
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** The path of Chromium for the browser tests. As root, installs it with apt if it is missing. */
export function findChromium(): string {
  const found = process.env.CHROMIUM_PATH ?? findInPath()
  if (found) return found
  if (process.getuid?.() === 0) {
    console.log('Installing Chromium for the browser tests …')
    execFileSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'] })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', executables[0] ?? ''], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const installed = findInPath()
    if (installed) return installed
  }
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH to one.',
  )
}
