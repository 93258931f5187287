import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether this process may install Debian packages. */
export const canInstallPackages = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs Debian packages for the tests. Waits while another process installs others, as a new machine does by itself. */
export function installPackages(packages: readonly string[]): void {
  console.log(`Installing ${packages.join(', ')} for the tests …`)
  const run = (...args: string[]) =>
    execFileSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=600', ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  run('update')
  run('install', '-y', '--no-install-recommends', ...packages)
}
