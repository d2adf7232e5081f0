/** Starts the page. */
import { render } from 'preact';
import 'virtual:report-styles.css';
import './studio.css';
import { App } from './parts/app.js';
import { startStudio } from './state/actions.js';

startStudio();
render(<App />, document.getElementById('app')!);
