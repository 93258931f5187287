/**
 * An expected reason why the shop cannot start: a wrong setting, a full disk, a folder in use. The message is one line that
 * names the setting and the remedy; it is printed without a stack, and the process exits with 1.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}

/** One line for an error that the owner can fix, naming the setting; undefined for any other error. */
export function describeStartupError(error: unknown): string | undefined {
  if (error instanceof StartupError) return error.message
  const { code, port, path, syscall, message } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Set PORT to a free one, for example PORT=${(port ?? 3000) + 1}.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST is not an address of this machine (${message}). Leave it out, or use 127.0.0.1 or 0.0.0.0.`
  if (code === 'EACCES' && port !== undefined) return `Port ${port} needs more rights than this account has. Set PORT to one above 1023.`
  if (code === 'ENOSPC' || code === '53100') return 'The disk is full. Free some space, or set DATA_DIR to a folder on another disk.'
  if (syscall === 'mkdir' && ['ENOENT', 'ENOTDIR', 'EEXIST'].includes(code ?? ''))
    return `The folder ${path} cannot be created (${code}). Check the path.`
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM')
    return `Cannot write to ${path ?? 'DATA_DIR'} (${code}). Set DATA_DIR to a folder that this account may write to.`
  return undefined
}
