/**
 * Starts the modules that `deferScripts` has put aside, in the frame after the page has loaded, or after two seconds. A browser requests each
 * module once. If one does not arrive, the page stays a document without JavaScript, so it is loaded again when the server can be reached:
 * not twice within a minute, because the module may be missing for good, and not while the page is being left, when Firefox cancels its requests.
 */
const startModules = `{
  let isLeaving = false
  const leave = () => { isLeaving = true }
  addEventListener('beforeunload', leave)
  addEventListener('hydrated', () => removeEventListener('beforeunload', leave))
  const reload = async () => {
    if (Date.now() - sessionStorage.getItem('reloadedAt') < 60000) return
    try {
      const { status } = await fetch(location.href, { method: 'HEAD' })
      if (isLeaving || status >= 500) return
    } catch {
      return addEventListener('online', reload, { once: true })
    }
    sessionStorage.setItem('reloadedAt', Date.now())
    location.reload()
  }
  const start = () => {
    clearTimeout(timer)
    for (const link of document.querySelectorAll('link[rel=deferred]')) link.rel = 'modulepreload'
    const deferred = document.querySelector('script[type=deferred]')
    if (deferred) {
      const script = document.createElement('script')
      script.type = 'module'
      script.nonce = deferred.nonce
      script.textContent = deferred.textContent
      script.onerror = reload
      deferred.replaceWith(script)
    }
  }
  const timer = setTimeout(start, 2000)
  addEventListener('load', () => requestAnimationFrame(() => setTimeout(start)))
}`.replaceAll(/\n +/g, '\n')

/**
 * Lets the page's modules load after its first picture: a phone's connection and processor are for what it shows first. React Router's
 * `<Scripts>` has no option for it.
 */
export function deferScripts({ html, nonce }: { html: string; nonce: string }): string {
  const start = `<script nonce="${nonce}">${startModules}</script>`
  const preloaded = new Set<string>()
  return html
    .replaceAll(/<link rel="modulepreload"([^>]*>)/g, (_tag, attributes: string) => {
      // React Router names a module once for each route that imports it.
      if (preloaded.has(attributes)) return ''
      preloaded.add(attributes)
      return `<link rel="deferred" fetchpriority="low"${attributes}`
    })
    .replace(/<script( nonce="[^"]*")? type="module" async="">/, (_tag, attribute = '') => `${start}<script${attribute} type="deferred">`)
}
