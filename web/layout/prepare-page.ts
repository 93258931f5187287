/**
 * The script at the head of each document, which runs before the first paint and before the modules are loaded. What needs JavaScript, a
 * known user or a placed order is shown without flicker. A form that is submitted before hydration waits for it, because its answer is
 * not a document. `hydratedEvent` sends it.
 */
export const preparePage = [
  "{let r=document.documentElement;r.classList.add('js');",
  "try{if(localStorage.getItem('signedIn'))r.classList.add('known');",
  "let h=localStorage.getItem('placedOrderHeight');if(h)r.style.setProperty('--placed-order-height',h+'px')}catch{}",
  "let f;addEventListener('submit',e=>{if(e.target.method==='post'&&!('ready'in r.dataset)){e.preventDefault();f=e.target}},true);",
  "addEventListener('hydrated',()=>f?.requestSubmit(),{once:true})}",
].join('')

/** What the window receives when the page is hydrated. */
export const hydratedEvent = 'hydrated'
