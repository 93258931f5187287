import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { canInstallPackages, installPackages } from './install-packages.ts'

const fullBrowsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'] as const

// The headless shell renders the same pages in half the processor time. FULL_CHROMIUM=1 tests what people have.
const executables: readonly [string, ...string[]] = process.env.FULL_CHROMIUM ? fullBrowsers : ['chromium-headless-shell', ...fullBrowsers]

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

/** The path of Chromium for the browser tests, also before it is installed. */
export const findChromium = (): string => process.env.CHROMIUM_PATH ?? findInPath() ?? `/usr/bin/${executables[0]}`

/**
 * Installs Chromium as root on Debian if it is missing. Loading the configuration of Playwright does not, because several processes load it at the same time.
 * @throws Error when it is missing and cannot be installed.
 */
export function installChromium(): void {
  if (process.env.CHROMIUM_PATH || findInPath()) return
  if (!canInstallPackages()) {
    throw new Error(
      'The browser tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH to one.',
    )
  }
  installPackages([executables[0]])
}
