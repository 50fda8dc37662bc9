/**
 * Unsupported: the one sentence for a browser that cannot run Quad. In the oldest syntax (ES5), alone, without our styles.
 * A browser without modules runs it by itself (`nomodule`), one with modules when prefetch.ts finds what it lacks.
 */
;(function () {
  function show() {
    if (document.getElementById('unsupported')) return
    var root = document.getElementById('root')
    if (root && root.parentNode) root.parentNode.removeChild(root)
    var told = document.createElement('p')
    told.id = 'unsupported'
    told.setAttribute('role', 'alert')
    told.appendChild(
      document.createTextNode(
        'This browser is too old for Quad: please update it, or use Chrome 99, Edge 99, Firefox 115, Safari 15.4 ' +
          '(iPhone: iOS 15.4), Samsung Internet 18 or newer.'
      )
    )
    var look = told.style
    look.position = 'absolute'
    look.top = '0'
    look.left = '0'
    look.right = '0'
    look.margin = '0'
    look.padding = '24px'
    look.background = '#fcfbf8'
    look.color = '#1c1b19'
    look.font = '20px/1.5 Arial, sans-serif'
    document.body.insertBefore(told, document.body.firstChild)
    document.documentElement.style.background = '#fcfbf8'
  }
  if (document.body && document.readyState !== 'loading') show()
  else document.addEventListener('DOMContentLoaded', show)
})()
