/** Styles of the Mantine components that only staff meet, in the layer that our own styles win over. */
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
