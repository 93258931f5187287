/**
 * The script at the head of each document, which runs before the first paint and before the modules are loaded. What needs JavaScript, a
 * known user or a placed order is shown without flicker. A form that is submitted before hydration waits for it, because its answer is
 * not a document. `hydratedEvent` sends it, and repeats the taps on buttons and choices of before, one after the other.
 * The address of the first page of a visit and the page before it are stored in the tab: an order says where its visit
 * comes from. The visit is counted, without anything about it.
 */
export const preparePage = [
  "{let r=document.documentElement;r.classList.add('js');",
  "try{if(localStorage.getItem('signedIn'))r.classList.add('known');",
  "let h=localStorage.getItem('placedOrderHeight');if(h)r.style.setProperty('--placed-order-height',h+'px')}catch{}",
  'try{let s=sessionStorage;if(!s.visit){s.visit=JSON.stringify([location.search,document.referrer]);/^.admin/i.test(location.pathname)||',
  "navigator.sendBeacon('/api/v1/track/step',new Blob(['{\"step\":\"visit\"}'],{type:'application/json'}))}}catch{}",
  "let f;addEventListener('submit',e=>{if(e.target.method==='post'&&!('ready'in r.dataset)){e.preventDefault();f=e.target}},true);",
  "let c=[];addEventListener('click',e=>{let b=e.target.closest('button:not([type=submit]),input[type=radio],input[type=checkbox]');",
  "if(b&&!('ready'in r.dataset)&&!c.includes(b))c.push(b)},true);",
  // React knows a choice of before only as a change.
  "let t=b=>{if(b.type==='radio')b.checked=false;if(b.type==='checkbox')b.checked=!b.checked;b.click()};",
  "addEventListener('hydrated',()=>{f?.requestSubmit();c.forEach((b,i)=>setTimeout(t,i*50,b))},{once:true})}",
].join('')

/** What the window receives when the page is hydrated. */
export const hydratedEvent = 'hydrated'
