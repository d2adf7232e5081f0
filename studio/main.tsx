/** Starts the page. */
import { render } from 'preact';
import 'virtual:report-styles.css';
import './studio.css';
import { App } from './parts/app.js';
import { startStudio } from './state/actions.js';
import { trustOwnScripts } from './trusted-types.js';

trustOwnScripts();
startStudio();
render(<App />, document.getElementById('app')!);
