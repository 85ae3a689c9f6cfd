/** The icon of a topic, which is not that of its channel. */
export { MessageSquareText as topicIcon } from 'lucide';
