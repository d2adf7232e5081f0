import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { escapeHtml } from './escape-html.js';
import { html } from './markup.js';

test('a value in a template is text, whatever it holds', () => {
  const name = '<script>alert("1")</script>';
  assert.equal(
    html`<b title="${name}">${name}</b>`.text,
    '<b title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</b>',
  );
});

test('markup, lists, numbers and left-out values keep their meaning', () => {
  const items = ['a', '&'].map((item) => html`<li>${item}</li>`);
  assert.equal(html`<ul>${items}</ul>${0}${undefined}${false}`.text, '<ul><li>a</li><li>&amp;</li></ul>0');
});

test('escaped text holds none of the characters that could end an element or an attribute', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/[<>"']/.test(escapeHtml(text))));
});
