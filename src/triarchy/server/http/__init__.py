"""What the outside world speaks to: connections, the door, requests and answers, the calls and the pages."""
