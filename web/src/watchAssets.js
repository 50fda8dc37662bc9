/**
 * Asset watch: sees that the scripts and styles of a page come, and asks for them past the browser's cache where a Wi-Fi log-in page
 * or a redirect lies there in their place; then loads the page again, once a minute by itself, else when it is told to. Written into
 * every document (build/firstPages.ts), because a file of its own could be replaced as well; the server's policy names its hash
 * (crates/http/src/middleware.rs). In the oldest syntax (ES5). What is wrong once something is drawn, the app says itself.
 */
;(function () {
  var KEY = 'quad.renewed'
  var PAUSE = 60000
  var SENTENCE =
    'Quad could not be loaded. Something between this device and the server may stand in the way: log in to the ' +
    'network, then try again.'
  var OFFLINE = 'Quad could not be loaded: this device is offline. Connect to the network, then try again.'
  var isMending = false
  function each(list, look) {
    Array.prototype.forEach.call(list, look)
  }
  function isAsset(url) {
    return !!url && url.indexOf(location.origin + '/assets/') === 0 && /\.(js|css)$/.test(url)
  }
  function isDrawn() {
    var root = document.getElementById('root')
    // A browser that is too old reads one sentence in its place.
    if (document.getElementById('unsupported')) return true
    // A document that was cut off has none.
    if (!root) return document.readyState === 'loading' || !!document.getElementById('not-loaded')
    return !!root.firstChild && root.firstChild.id !== 'not-loaded'
  }
  function fetched() {
    return performance.getEntriesByType('resource')
  }
  function fetchAnew(url) {
    return fetch(url, { cache: 'reload' }).then(function (answer) {
      var type = answer.headers.get('content-type') || ''
      if (!answer.ok || answer.redirected || !/javascript|css/.test(type)) throw new Error(url)
      return answer.text()
    })
  }
  function fetchAllAnew() {
    var found = {}
    each(document.querySelectorAll('script, link'), function (one) {
      found[one.src || one.href] = true
    })
    each(fetched(), function (one) {
      found[one.name] = true
    })
    return Promise.all(Object.keys(found).filter(isAsset).map(fetchAnew))
  }
  function reload() {
    location.reload()
  }
  function say() {
    if (isDrawn()) return
    var root = document.getElementById('root')
    var told = document.createElement('div')
    var button = document.createElement('button')
    told.id = 'not-loaded'
    told.setAttribute('role', 'alert')
    told.style.cssText = 'padding: 24px; font: 20px/1.5 Arial, sans-serif'
    told.appendChild(document.createElement('p')).textContent = navigator.onLine === false ? OFFLINE : SENTENCE
    told.appendChild(button).textContent = 'Try again'
    button.style.font = 'inherit'
    button.onclick = function () {
      button.disabled = true
      fetchAllAnew().then(reload, reload)
    }
    ;(root || document.body).appendChild(told)
    // The app may have been about to draw.
    if (!root || !window.MutationObserver) return
    new MutationObserver(function (seen, watch) {
      if (root.childNodes.length < 2) return
      watch.disconnect()
      if (told.parentNode) told.parentNode.removeChild(told)
    }).observe(root, { childList: true })
  }
  function mend() {
    if (isMending || isDrawn() || !window.fetch) return
    isMending = true
    fetchAllAnew()
      .then(function () {
        if (Date.now() - Number(sessionStorage.getItem(KEY)) < PAUSE) throw new Error('again')
        sessionStorage.setItem(KEY, String(Date.now()))
        if (!isDrawn()) reload()
      })
      .catch(say)
  }
  addEventListener(
    'error',
    function (event) {
      var from = event.target || {}
      if (!isAsset(from.src || from.href || event.filename)) return
      // A script may fail before the root is there.
      if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', mend)
      else mend()
    },
    true
  )
  addEventListener('load', function () {
    if (!document.getElementById('root')) mend()
    each(document.querySelectorAll('link[rel=stylesheet]'), function (one) {
      if (!one.sheet) mend()
    })
    each(fetched(), function (one) {
      if (isAsset(one.name) && one.decodedBodySize === 0) mend()
    })
  })
})()
